import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAll } from "@daymark/api/host/testing-uploads";
import { createUploads, type Uploads } from "@daymark/api/host/uploads";
import { afterAll, beforeEach, expect, test } from "vitest";
import { moveUploads } from "./move-uploads.ts";

const root = mkdtempSync(join(tmpdir(), "daymark-move-"));
afterAll(() => rmSync(root, { recursive: true }));

const names = Array.from({ length: 10 }, (_, index) => `${String(index).repeat(32)}-400.webp`);
let [oldPlace, newPlace] = ["", ""];
let [from, to]: [Uploads, Uploads] = [createUploads(""), createUploads("")];
beforeEach(async () => {
  [oldPlace, newPlace] = [mkdtempSync(join(root, "old-")), mkdtempSync(join(root, "new-"))];
  [from, to] = [createUploads(oldPlace), createUploads(newPlace)];
  for (const name of names) await from.write(name, Buffer.from(`of ${name}`));
});
const all = { isSourceKept: false, isDryRun: false };
const filesIn = async (uploads: Uploads) => (await listAll(uploads)).map(({ file }) => file).sort();
const total = names.reduce((sum, name) => sum + `of ${name}`.length, 0);

test("a dry run reports what a move does, and changes nothing", async () => {
  const moved = { copied: 10, bytes: total, there: 0, deleted: 10 };
  expect(await moveUploads({ from, to, ...all, isDryRun: true })).toEqual(moved);
  expect([await filesIn(from), await filesIn(to)]).toEqual([names, []]);
  expect(await moveUploads({ from, to, ...all })).toEqual(moved);
  expect([await filesIn(from), await filesIn(to)]).toEqual([[], names]);
  expect(Buffer.from((await to.read(names[3] as string)) ?? []).toString()).toBe(`of ${names[3]}`);
});

test("a copy keeps the files, and a later move deletes them and takes new ones", async () => {
  await moveUploads({ from, to, ...all, isSourceKept: true });
  expect([await filesIn(from), await filesIn(to)]).toEqual([names, names]);
  const late = `${"f".repeat(32)}-400.webp`;
  await from.write(late, Buffer.from("late"));
  expect(await moveUploads({ from, to, ...all })).toEqual({ copied: 1, bytes: 4, there: 10, deleted: 11 });
  expect([await filesIn(from), await filesIn(to)]).toEqual([[], [...names, late]]);
});

test("the next move completes an interrupted one, even over a partial copy", async () => {
  let writes = 0;
  const failing = {
    ...to,
    write: async (file: string, content: Uint8Array) => {
      writes += 1;
      if (writes === 5) throw new Error("cut off");
      await to.write(file, content);
    },
  };
  await expect(moveUploads({ from, to: failing, ...all })).rejects.toThrow("cut off");
  const [left = ""] = await filesIn(from);
  writeFileSync(join(newPlace, left), "half");
  expect(await moveUploads({ from, to, ...all })).toMatchObject({ copied: 6, deleted: 6 });
  expect([await filesIn(from), await filesIn(to)]).toEqual([[], names]);
});

test("a file whose copy differs is kept, and so is a file that is not an image", async () => {
  writeFileSync(join(oldPlace, "notes.txt"), "mine");
  const corrupting = { ...to, write: (file: string) => to.write(file, Buffer.from("something else")) };
  await expect(moveUploads({ from, to: corrupting, ...all })).rejects.toThrow("differs");
  expect(await filesIn(from)).toEqual([...names, "notes.txt"].sort());
  await moveUploads({ from, to, ...all });
  expect(readdirSync(oldPlace)).toEqual(["notes.txt"]);
});
