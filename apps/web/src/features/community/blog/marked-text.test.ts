import type { ShownBlock } from "@daymark/domain/community/blog-block";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PostBlocks } from "./post-blocks.tsx";

/** The block as HTML, with the attributes that matter here. */
function rendered(block: ShownBlock): string {
  const html = renderToStaticMarkup(createElement(PostBlocks, { blocks: [block] }));
  return html.replaceAll(/ (?:class|rel|id|tabindex|translate)="[^"]*"/g, "").replaceAll(/<\/?div>/g, "");
}

const text = "See https://example.org/a now.";
const bold = (from: number, to: number) => ({ from, to, mark: "bold" as const });

test.each([
  ["title", "h2"],
  ["subtitle", "h3"],
] as const)("an address in a %s is text, with marks and without", (kind, element) => {
  expect(rendered({ kind, text })).toBe(`<${element}>${text}</${element}>`);
  expect(rendered({ kind, text, spans: [bold(0, 3)] })).toBe(
    `<${element}><strong>See</strong> https://example.org/a now.</${element}>`,
  );
  const link = { from: 0, to: 3, mark: "link" as const, href: "https://example.org/b" };
  expect(rendered({ kind, text, spans: [link] })).toBe(
    `<${element}><a href="https://example.org/b">See</a> https://example.org/a now.</${element}>`,
  );
});

test("a mark on a part of an address does not cut its link", () => {
  expect(rendered({ kind: "paragraph", text, spans: [bold(0, 19)] })).toBe(
    '<p><strong>See </strong><a href="https://example.org/a"><strong>https://example</strong>.org/a</a> now.</p>',
  );
});

test("an address that an author linked to another page, or marked as code, does not become a link", () => {
  const link = { from: 12, to: 19, mark: "link" as const, href: "https://example.org/b" };
  expect(rendered({ kind: "paragraph", text, spans: [link] })).toBe(
    '<p>See https://<a href="https://example.org/b">example</a>.org/a now.</p>',
  );
  expect(rendered({ kind: "paragraph", text, spans: [{ from: 4, to: 25, mark: "code" }] })).toBe(
    "<p>See <code>https://example.org/a</code> now.</p>",
  );
});
