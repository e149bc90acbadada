import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createUploads } from "../../packages/api/src/host/uploads.ts";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { toDayNumber } from "../../packages/domain/src/base/day.ts";
import { blogCreateInput } from "../../packages/domain/src/community/blog.ts";
import { seedBlog } from "./blog.ts";
import { demoPosts } from "./posts.ts";
import { seedDemo } from "./seed.ts";

const today = toDayNumber("2026-03-01");
const { sql, db, drop } = await createTestDatabase();
const directory = mkdtempSync(join(tmpdir(), "daymark-demo-"));
afterAll(async () => {
  await drop();
  rmSync(directory, { recursive: true });
});

test("the demo blog has posts in both languages with pictures and comments, and seeding it again changes nothing", async () => {
  await seedDemo(db, today);
  const read = () => sql`
    select slug, language, published_at is not null as published, comment_count, likes,
      cover_image_id as cover,
      jsonb_path_query_array(blocks, '$[*] ? (@.kind == "image").image_id') as images
    from blogs join threads on threads.id = blogs.thread_id order by blogs.id`;
  await seedBlog(db, createUploads(directory), today);
  const posts = await read();
  const published = posts.filter((post) => post.published);
  expect(published.map(({ language }) => language)).toEqual(["en", "uk", "en", "uk", "en", "uk"]);
  expect(posts.length - published.length).toBe(1);
  for (const { images, cover, comment_count, slug } of published) {
    expect(images.length + (cover === null ? 0 : 1), slug).toBe(1);
    expect(comment_count, slug).toBeGreaterThan(0);
  }
  expect(readdirSync(directory)).toHaveLength(3 * 4);
  await seedBlog(db, createUploads(directory), today);
  expect(await read()).toEqual(posts);
});

test("every demo post passes the checks for an admin's post", () => {
  for (const { versions } of demoPosts) {
    for (const { blocks, cover, ...version } of versions) {
      const written = blocks.map((block) => {
        if (block.kind !== "image") return block;
        return { kind: block.kind, image_id: 1, alt: block.alt };
      });
      expect(
        blogCreateInput.safeParse({
          ...version,
          ...(cover && { cover: { image_id: 1, alt: cover.alt } }),
          blocks: written,
        }).error?.issues,
        version.title,
      ).toBeUndefined();
    }
  }
});
