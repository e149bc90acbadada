import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "@daymark/db/connection/client";
import { afterAll, describe, expect, test } from "vitest";
import { createWriter, postInput } from "../blog/testing.ts";
import { createTestApi, fieldsOf, keyOf, noon } from "../testing.ts";
import { cleanUploads, holdFiles } from "./files.ts";
import { hugePng, picture, runDeletions, upload } from "./testing.ts";

const api = await createTestApi({ max: 8 });
afterAll(api.drop);
const { db, uploads, uploadDirectory } = api;
const { caller: admin } = await createWriter(api);

const createFile = async (width = 900) => upload(await picture(width, 300).png().toBuffer());
async function createImage(alt = "A stork") {
  const { created, ...image } = await admin.image.create({ file: await createFile(), alt });
  expect(created).toBe(true);
  return image;
}

/** The names of the stored files, of one image if given. */
function filesOf(image?: { url: string }): string[] {
  const name = image ? /[0-9a-f]{32}/.exec(image.url)?.[0] : "";
  return readdirSync(uploadDirectory)
    .filter((file) => file.startsWith(name ?? "none"))
    .sort();
}

const hour = 3_600_000;
const shows = (image_id: number) => [{ kind: "image" as const, image_id, alt: "A stork on its nest" }];

describe("an image", () => {
  test("is stored in several sizes, and returned with all of them", async () => {
    const image = await createImage("  A stork ");
    const base = /^\/uploads\/([0-9a-f]{32})-900\.webp$/.exec(image.url)?.[1];
    expect(image).toEqual({
      id: expect.any(Number),
      url: `/uploads/${base}-900.webp`,
      srcset: [400, 800, 900].map((width) => `/uploads/${base}-${width}.webp ${width}w`).join(", "),
      width: 900,
      height: 300,
      bytes: expect.any(Number),
      alt: "A stork",
      used_in: [],
      used_in_drafts: [],
      created_at: new Date(noon).toISOString(),
    });
    expect(filesOf(image)).toEqual([`${base}-400.webp`, `${base}-800.webp`, `${base}-900.webp`]);
    expect((await uploads.read(`${base}-900.webp`))?.length).toBe(image.bytes);
  });

  test("that is uploaded again, or eight times in parallel, is stored once", async () => {
    const file = await createFile();
    const images = await Promise.all(Array.from({ length: 8 }, () => admin.image.create({ file, alt: "A stork" })));
    expect(new Set(images.map(({ id }) => id)).size).toBe(1);
    expect(images.filter(({ created }) => created)).toHaveLength(1);
    const again = { ...images[0], alt: "Two storks", created: false };
    expect(await admin.image.create({ file, alt: "Two storks" })).toEqual(again);
    expect(filesOf(images[0])).toHaveLength(3);
    // The uploads that came later leave their files to the clean-up.
    await cleanUploads(db, uploads, Date.now() + 2 * hour);
    expect(filesOf(images[0])).toHaveLength(3);
    const rows = await api.sql`select from images`;
    expect(filesOf()).toHaveLength(rows.length * 3);
  });

  test("is stored and deleted without holding a database connection while the storage works", async () => {
    const busy = () => api.sql`
      select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
    const seen: number[] = [];
    const watched = {
      ...uploads,
      write: async (file: string, content: Uint8Array) => {
        seen.push((await busy()).length);
        await uploads.write(file, content);
      },
      delete: async (files: readonly string[]) => {
        seen.push((await busy()).length);
        await uploads.delete(files);
      },
    };
    const caller = (await createWriter(api)).callerWith({ uploads: watched });
    const { id } = await caller.image.create({ file: await createFile(), alt: "A stork" });
    await caller.image.delete({ id });
    await runDeletions(api, watched);
    expect(seen).toEqual([0, 0, 0, 0]);
  });

  test("must be readable and have a description", async () => {
    const before = filesOf().length;
    const unreadable = { file: ["image_unreadable"] };
    expect(await fieldsOf(admin.image.create({ file: upload(Buffer.from("<svg/>")), alt: "x" }))).toEqual(unreadable);
    expect(await fieldsOf(admin.image.create({ file: upload(hugePng(40_000, 40_000)), alt: "x" }))).toEqual(unreadable);
    const file = await createFile();
    expect(await fieldsOf(admin.image.create({ file, alt: " " }))).toEqual({ alt: ["blank"] });
    expect(await fieldsOf(admin.image.create({ file, alt: "x".repeat(301) }))).toEqual({ alt: ["too_long"] });
    expect(filesOf()).toHaveLength(before);
  });

  test("can get a new description, and posts keep theirs", async () => {
    const { id, ...image } = await createImage();
    const { slug } = await admin.blog.create(postInput({ blocks: shows(id) }));
    const described = { ...image, id, alt: "A stork’s nest", used_in: [slug] };
    expect(await admin.image.update({ id, alt: " A stork’s nest " })).toEqual(described);
    expect((await admin.image.list({ limit: 1 })).results).toEqual([described]);
    expect((await admin.blog.get({ blog_slug: slug })).blocks).toMatchObject(shows(id));
    expect((await admin.audit.list({ limit: 1 })).results).toMatchObject([
      { action: "image.update", target: `image ${id}`, details: {}, outcome: "done" },
    ]);
    expect(await fieldsOf(admin.image.update({ id, alt: " " }))).toEqual({ alt: ["blank"] });
    expect(await fieldsOf(admin.image.update({ id, alt: "x".repeat(301) }))).toEqual({ alt: ["too_long"] });
    expect(await keyOf(admin.image.update({ id: 2 ** 31 - 1, alt: "x" }))).toBe("image_not_found");
    expect((await admin.image.list({ limit: 1 })).results).toEqual([described]);
  });

  test("appears in a post with its URL, its sizes and the block's description", async () => {
    const image = await createImage();
    const { slug, blocks } = await admin.blog.create(postInput({ blocks: shows(image.id) }));
    const { url, srcset, width, height } = image;
    expect(blocks).toEqual([
      { kind: "image", image_id: image.id, alt: "A stork on its nest", url, srcset, width, height },
    ]);
    // A client may send back the blocks that it read.
    expect(await admin.blog.update({ blog_slug: slug, blocks: blocks as never })).toMatchObject({ blocks });
    expect((await admin.blog.version.list({ blog_slug: slug })).results).toHaveLength(1);
  });

  test("lists the posts, working copies and drafts that use it", async () => {
    const image = await createImage();
    const one = await admin.blog.create(postInput({ title: "Zebra", blocks: shows(image.id), published: false }));
    const two = await admin.blog.create(postInput({ title: "Aardvark" }));
    const copy = await admin.blog.draft.create({ blog_slug: two.slug });
    const blocks = [{ kind: "image" as const, image_id: image.id }];
    await admin.blog.draft.update({ id: copy.id, revision: 1, content: { ...copy.content, blocks } });
    const draft = await admin.blog.draft.create({ content: { ...copy.content, blocks } });
    const [listed] = (await admin.image.list({ limit: 1 })).results;
    expect(listed).toEqual({ ...image, used_in: [two.slug, one.slug], used_in_drafts: [draft.id] });
  });

  test("cannot be deleted while used, and otherwise is deleted with its files", async () => {
    const inUse = { key: "conflict", values: { reason: "image_in_use" } };
    const image = await createImage();
    const { id } = image;
    const { slug } = await admin.blog.create(postInput({ blocks: shows(id) }));
    await expect(admin.image.delete({ id })).rejects.toMatchObject(inUse);
    await admin.blog.update({ blog_slug: slug, blocks: [] });
    const content = {
      ...(await admin.blog.draft.create({})).content,
      blocks: [{ kind: "image" as const, image_id: id }],
    };
    const draft = await admin.blog.draft.create({ content });
    await expect(admin.image.delete({ id })).rejects.toMatchObject(inUse);
    await admin.blog.draft.delete({ id: draft.id });
    expect(filesOf(image)).toHaveLength(3);
    expect(await admin.image.delete({ id })).toEqual({ detail: "image_deleted" });
    await runDeletions(api);
    expect(filesOf(image)).toEqual([]);
    expect(await keyOf(admin.image.delete({ id }))).toBe("image_not_found");

    // An old version that showed it can still be read, but not restored with it.
    const { blocks } = await admin.blog.version.get({ blog_slug: slug, number: 1 });
    expect(blocks).toEqual([{ ...shows(id)[0], url: "/uploads/deleted-0.webp" }]);
    expect(await fieldsOf(admin.blog.update({ blog_slug: slug, blocks: shows(id) }))).toEqual({
      blocks: ["image_unknown"],
    });
  });

  test("is either used or deleted if both happen in parallel", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createImage();
      const create = () => fieldsOf(admin.blog.create(postInput({ blocks: shows(id) })));
      const remove = () => keyOf(admin.image.delete({ id }));
      const [created, removed] =
        round % 2 ? await Promise.all([create(), remove()]) : (await Promise.all([remove(), create()])).reverse();
      outcomes.add(JSON.stringify([created, removed]));
    }
    for (const outcome of outcomes) {
      expect(['["accepted","conflict"]', '[{"blocks":["image_unknown"]},"accepted"]']).toContain(outcome);
    }
  });

  test("that is deleted and uploaded in parallel exists with all its files, or not at all", async () => {
    const file = await createFile();
    for (let round = 0; round < 5; round += 1) {
      const image = await admin.image.create({ file, alt: "A stork" });
      const again = keyOf(admin.image.create({ file, alt: "A stork" }));
      const removed = keyOf(admin.image.delete({ id: image.id }));
      // It may be deleted again before the uploader gets the answer.
      expect(["accepted", "image_not_found"]).toContain(await again);
      expect(await removed).toBe("accepted");
      await runDeletions(api);
      expect(filesOf(image)).toEqual([]);
      const rows = await api.sql<{ name: string }[]>`select name from images order by id desc limit 1`;
      for (const { name } of rows) expect(filesOf({ url: name })).toHaveLength(3);
    }
  });

  test("that is deleted during a backup keeps its files until the backup ends", async () => {
    const image = await createImage();
    // A backup connects past any pooler, which would give its session to others.
    const backup = createDatabase(api.url, { max: 1 }).sql;
    await holdFiles(backup);
    await admin.image.delete({ id: image.id });
    await runDeletions(api);
    await cleanUploads(db, uploads, Date.now() + 2 * hour);
    expect(filesOf(image)).toHaveLength(3);
    await backup.end();
    // It was enqueued again.
    await runDeletions(api);
    expect(filesOf(image)).toEqual([]);
  });
});

test("the list of images is paged, newest first", async () => {
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await createImage()).id);
  const first = await admin.image.list({ limit: 3 });
  const second = await admin.image.list({ limit: 2, cursor: first.next ?? "" });
  expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(ids);
  expect(await keyOf(admin.image.list({ cursor: "x" }))).toBe("invalid_cursor");
});

test("images are for admins only", async () => {
  const file = await createFile();
  const { caller: reader } = await api.createUser({ email_verified: true });
  for (const [caller, key] of [
    [api.guest, "not_authenticated"],
    [reader, "permission_denied"],
  ] as const) {
    expect(await keyOf(caller.image.list({}))).toBe(key);
    expect(await keyOf(caller.image.create({ file, alt: "x" }))).toBe(key);
    expect(await keyOf(caller.image.update({ id: 1, alt: "x" }))).toBe(key);
    expect(await keyOf(caller.image.delete({ id: 1 }))).toBe(key);
  }
});

test("files of failed uploads are deleted after an hour, and files of images never", async () => {
  const image = await createImage();
  const now = Date.now();
  const leave = (file: string, age: number) => {
    writeFileSync(join(uploadDirectory, file), "x");
    utimesSync(join(uploadDirectory, file), (now - age) / 1000, (now - age) / 1000);
  };
  const orphan = "0".repeat(32);
  leave(`${orphan}-400.webp`, hour + 60_000);
  leave(`${orphan}-800.webp`, hour - 60_000);
  leave(`${orphan}-400.webp.77.part`, hour + 60_000);
  for (const file of filesOf(image)) utimesSync(join(uploadDirectory, file), 0, 0);
  const [first = ""] = filesOf(image);
  leave(`${first}.77.part`, hour + 60_000);
  await cleanUploads(db, uploads, now);
  expect(filesOf(image)).toHaveLength(3);
  expect(filesOf().filter((file) => file.startsWith(orphan) || file.endsWith(".part"))).toEqual([`${orphan}-800.webp`]);
});
