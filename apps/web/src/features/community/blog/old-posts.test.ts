import { readFileSync } from "node:fs";
import type { ShownBlock } from "@daymark/domain/community/blog-block";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PostBlocks } from "./post-blocks.tsx";

interface OldPost {
  name: string;
  blocks: ShownBlock[];
  html: string;
}

/** Posts of the six kinds of before, and their HTML, which the code of before formatted text rendered. */
const posts: OldPost[] = JSON.parse(readFileSync(new URL("./old-posts.json", import.meta.url), "utf8"));

test.each(posts)("a post of before, with $name, is rendered as before, byte for byte", ({ blocks, html }) => {
  expect(renderToStaticMarkup(createElement(PostBlocks, { blocks }))).toBe(html);
});
