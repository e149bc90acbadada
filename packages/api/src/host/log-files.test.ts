import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApi, keyOf } from "../testing.ts";
import { createLogFiles } from "./log-files.ts";

const api = await createTestApi();
const outside = mkdtempSync(join(tmpdir(), "daymark-outside-"));
afterAll(async () => {
  socket.close();
  await api.drop();
  rmSync(outside, { recursive: true });
});
const { caller: admin } = await api.createUser({ is_staff: true });
const root = api.logDirectory;
const day = "2026-11-21.log";

for (const app of ["http", "mail"]) mkdirSync(join(root, app));
mkdirSync(join(root, "http", "2026-11-18.log"));
writeFileSync(join(root, "lock"), "");
writeFileSync(join(root, "2026-11-21.log"), "beside the folders\n");
writeFileSync(join(outside, day), '{"level":"info"}\n');
for (const [file, content] of [
  ["http/2026-11-21.log", "12345\n"],
  ["http/2026-11-21.web-2.log", "1\n"],
  ["http/2026-11-20.log", ""],
  ["http/notes.txt", "words\n"],
  ["http/2026-11-21.log.gz", "zip\n"],
  ["http/.hidden.log", "dots\n"],
  ["mail/2026-11-21.log", "mail\n"],
] as const) {
  writeFileSync(join(root, file), content);
}
symlinkSync(join(outside, day), join(root, "http", "2026-11-19.log"));
symlinkSync(join(root, "mail", day), join(root, "http", "2026-11-16.log"));
symlinkSync(outside, join(root, "auth"));
const socket = createServer().listen(join(root, "http", "2026-11-17.log"));

describe("the listing", () => {
  const last_modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  test("contains the folders of apps with their sizes, and nothing else in the directory", async () => {
    expect(await admin.log.app.list({})).toEqual({
      results: [
        { app_dir: "http", files: 3, bytes: 8, last_modified },
        { app_dir: "mail", files: 1, bytes: 5, last_modified },
      ],
      next: null,
    });
  });

  test("contains an app's files, newest day first, and the first instance's file before the others", async () => {
    expect(await admin.log.file.list({ app_dir: "http" })).toEqual({
      results: [
        { date_file: "2026-11-21.log", bytes: 6, last_modified },
        { date_file: "2026-11-21.web-2.log", bytes: 2, last_modified },
        { date_file: "2026-11-20.log", bytes: 0, last_modified },
      ],
      next: null,
    });
  });

  test("is empty before anything is logged", async () => {
    const files = createLogFiles({ directory: join(outside, "none"), flush: () => {} });
    expect(await files.listApps()).toEqual([]);
  });
});

/** Names that lead to a file outside of the listing. */
const files = [
  "..",
  ".",
  "",
  "../mail/2026-11-21.log",
  "../http/2026-11-21.log",
  "./2026-11-21.log",
  "../../../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2f2026-11-21.log",
  "..\\mail\\2026-11-21.log",
  "/etc/passwd",
  join(root, "http", day),
  "2026-11-21.log/",
  "2026-11-21.log\u0000",
  "2026-11-21.log\u0000.txt",
  "2026-11-21.log.",
  "2026-11-21.log ",
  " 2026-11-21.log",
  "2026-11-21.LOG",
  "2026-11-21",
  "2026-11-21.log.gz",
  "2026-11-21.log\n",
  "２026-11-21.log",
  "notes.txt",
  ".hidden.log",
  "*.log",
  "x".repeat(5_000),
  // A link to a file outside, a link to a file inside, a socket, a folder.
  "2026-11-19.log",
  "2026-11-16.log",
  "2026-11-17.log",
  "2026-11-18.log",
  "constructor",
];
const apps = ["..", ".", "", "../http", "HTTP", "http/", "http\u0000", "auth", "lock", day, "/", root, "__proto__"];

test.each(files)("%j is not a file of an app", async (date_file) => {
  const asked = { app_dir: "http", date_file };
  expect(await keyOf(admin.log.line.list(asked))).toBe("date_file_not_found");
  expect(await keyOf(admin.log.file.get(asked))).toBe("date_file_not_found");
});

test.each(apps)("%j is not an app", async (app_dir) => {
  expect(await keyOf(admin.log.file.list({ app_dir }))).toBe("app_dir_not_found");
  expect(await keyOf(admin.log.line.list({ app_dir, date_file: day }))).toBe("app_dir_not_found");
  expect(await keyOf(admin.log.file.get({ app_dir, date_file: day }))).toBe("app_dir_not_found");
});

test("a folder replaced by a link just before it is opened is not read", async () => {
  const files = createLogFiles({
    directory: root,
    // A test cannot act between the listing and the opening, so this one acts before both.
    flush: () => {
      rmSync(join(root, "mail"), { recursive: true, force: true });
      symlinkSync(outside, join(root, "mail"));
    },
  });
  await expect(files.open("mail", day)).rejects.toMatchObject({ key: "app_dir_not_found" });
});

test("a log directory that is itself a link can be read", async () => {
  const link = join(realpathSync(outside), "logs");
  symlinkSync(root, link);
  const handle = await createLogFiles({ directory: link, flush: () => {} }).open("http", day);
  expect(await handle.readFile("utf8")).toBe("12345\n");
  await handle.close();
});

test("log files are for admins only", async () => {
  const { caller } = await api.createUser();
  for (const call of [caller.log.app.list({}), caller.log.line.list({ app_dir: "http", date_file: day })]) {
    expect(await keyOf(call)).toBe("permission_denied");
  }
  expect(await keyOf(api.guest.log.app.list({}))).toBe("not_authenticated");
});
