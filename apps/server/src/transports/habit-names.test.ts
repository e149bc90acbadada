import { appRouter } from "@daymark/api/router";
import { afterAll, describe, expect, test } from "vitest";
import { listOperations, proceduresOf } from "../openapi/operation.ts";
import { createTestHost, expectProblem } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;

describe("a path that names a habit by its short name", () => {
  test("means that habit, in all operations, in any case and normal form, and percent-encoded", async () => {
    const { token } = await host.createUser();
    const { id } = await host.createHabit(token, { short_name: "йога-café" });
    for (const name of ["йога-café", "ЙОГА-CAFÉ", "йога-café".normalize("NFD")]) {
      const answer = await send("GET", `/api/habits/@${encodeURIComponent(name)}/`, { token });
      expect(answer).toMatchObject({ status: 200, json: { id, short_name: "йога-café" } });
    }
    const path = `/api/habits/%40${encodeURIComponent("йога-café")}/progress/today`;
    const body = { by: 2 };
    expect(await send("POST", `${path}/increment/`, { token, body })).toMatchObject({
      status: 200,
      json: { value: 2 },
    });
    expect(await send("DELETE", `${path}/`, { token })).toMatchObject({ status: 200 });
  });

  test("is taken wherever a path takes the id of a habit that is not in the trash", async () => {
    const { token } = await host.createUser();
    const operations = listOperations(proceduresOf(appRouter)).filter(({ path }) =>
      /^\/habits\/\{id\}|\{habit_id\}/.test(path),
    );
    expect(operations.length).toBeGreaterThan(15);
    for (const { method, path } of operations) {
      const named = path.replace(/\{(id|habit_id)\}/, "@nobody").replace("{day}", "today");
      expectProblem(await send(method, `/api${named}`, { token }), 404, "habit_not_found");
    }
  });

  test("names the habit whose days health data fills", async () => {
    const { token } = await host.createUser();
    const { id } = await host.createHabit(token, { short_name: "run" });
    const path = "/api/health/mappings/@run/";
    const body = { source: "health-connect", metric: "exercise", way: "sum" };
    expect(await send("PUT", path, { token, body })).toMatchObject({ status: 200, json: { habit_id: id } });
    expect(await send("DELETE", path, { token })).toMatchObject({ status: 200 });
    expectProblem(await send("DELETE", path, { token }), 404, "not_found");
  });

  test("finds no habit of another user, no deleted one, and no other text, and the answer says so", async () => {
    const [owner, other] = [await host.createUser(), await host.createUser()];
    const { id } = await host.createHabit(owner.token, { short_name: "run" });
    for (const language of ["en", "uk"]) {
      const headers = { "accept-language": language };
      const answer = await send("GET", "/api/habits/@run/", { token: other.token, headers });
      const sentences: Record<string, string> = {
        en: "You have no habit with the short name “run”.",
        uk: "У вас немає звички з коротким ім’ям «run».",
      };
      expect(expectProblem(answer, 404, "habit_not_found").detail).toBe(sentences[language]);
    }
    await send("DELETE", `/api/habits/${id}/`, { token: owner.token });
    for (const name of ["@run", "@", "@@", "@a%20b"]) {
      expectProblem(await send("GET", `/api/habits/${name}/`, { token: owner.token }), 404, "habit_not_found");
    }
    expectProblem(await send("GET", "/api/habits/run/", { token: owner.token }), 400, "validation_failed");
  });

  test("is refused for a guest and for a key that may only read, as a path with an id is", async () => {
    expectProblem(await send("GET", "/api/habits/@run/"), 401, "not_authenticated");
    const { token } = await host.createUser();
    await host.createHabit(token, { short_name: "run" });
    const body = { name: "Reader", scopes: ["read"] };
    const { json } = await send("POST", "/api/api-keys/", { token, body });
    const increment = { token: json.key, body: { by: 1 } };
    expectProblem(
      await send("POST", "/api/habits/@run/progress/today/increment/", increment),
      403,
      "permission_denied",
    );
    expect(await send("GET", "/api/habits/@run/", { token: json.key })).toMatchObject({ status: 200 });
  });
});
