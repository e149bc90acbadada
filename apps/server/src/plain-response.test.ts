import { expect, test } from "vitest";
import { PlainResponse } from "./plain-response.ts";

test.each([null, "", '{"title":"Біг"}'])("%j is told as the web's Response tells it", async (body) => {
  const headers = new Headers({ vary: "accept" });
  const [plain, web] = [PlainResponse, Response].map((Kind) => new Kind(body, { status: 207, headers }));
  expect(await plain?.text()).toBe(await web?.text());
  expect([plain?.status, plain?.headers.get("vary")]).toEqual([web?.status, web?.headers.get("vary")]);
});

test("a stream is handed on as it is, and read where its text is asked for", async () => {
  const stream = new Blob(["one", "two"]).stream();
  const response = new PlainResponse(stream);
  expect(response.body).toBe(stream);
  expect([await response.text(), response.status]).toEqual(["onetwo", 200]);
});
