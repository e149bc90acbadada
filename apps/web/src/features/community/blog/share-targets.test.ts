import { expect, test } from "vitest";
import { shareTargets } from "./share-targets.ts";

test("a title adds no parameters to a share link", () => {
  const title = 'A&B=C #1 "x"\r\nBcc: all@example.org?';
  const address = "https://daymark.example/blog/a-b?lang=uk";
  for (const { name, href } of shareTargets({ address, title })) {
    const url = new URL(href);
    const values = [...url.searchParams.values()];
    expect(values.join("\n"), name).toContain(address);
    expect(url.hash, name).toBe("");
    if (name === "mail") expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
    if (name === "X" || name === "Telegram") expect(url.searchParams.get("text")).toBe(title);
  }
});
