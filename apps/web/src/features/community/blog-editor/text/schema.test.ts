import { expect, test } from "vitest";
import { schema } from "./schema.ts";

test.each<[string | null, boolean]>([
  ["https://example.org/a", true],
  ["mailto:somebody@example.org", true],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["/log-out", false],
  [null, false],
])("a link that the browser changes to %j stays a link: %s", (href, isLink) => {
  const [rule] = schema.marks.link.spec.parseDOM ?? [];
  const read = rule && "getAttrs" in rule && rule.getAttrs?.({ getAttribute: () => href } as never);
  expect(read).toEqual(isLink && { href });
});
