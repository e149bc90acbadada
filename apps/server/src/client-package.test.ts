import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHost } from "./testing.ts";
import { insertKey } from "./testing-calls.ts";

const run = promisify(execFile);
const source = join(import.meta.dirname, "../../../packages/client");
const host = await createTestHost();
const url = await host.app.listen({ port: 0, host: "127.0.0.1" });
const { token, id } = await host.createUser();
const { key } = await insertKey(host, id, "write");

/** An empty folder outside of the repository, such as a user of the package has. */
const folder = mkdtempSync(join(tmpdir(), "daymark-package-"));
const env = { PATH: process.env.PATH, HOME: folder, DAYMARK_SERVER: url, DAYMARK_TOKEN: key };
afterAll(async () => {
  await host.drop();
  rmSync(folder, { recursive: true });
});

beforeAll(async () => {
  await run(process.execPath, [join(source, "build.ts")]);
  const { stdout } = await run("npm", ["pack", join(source, "dist"), "--pack-destination", folder], { env });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  // Without a network: the package brings what it needs.
  await run("npm", ["install", "--offline", "--no-audit", join(folder, stdout.trim())], { cwd: folder, env });
}, 120_000);

test("a program in a clean folder uses the installed package against a server", async () => {
  writeFileSync(
    join(folder, "program.mjs"),
    `import { createClient, DaymarkError } from "@daymark/client";
     const client = createClient({ server: process.env.DAYMARK_SERVER, token: process.env.DAYMARK_TOKEN });
     await client.post("/api/habits/", { body: { title: "Read", type: "good", target: 1, unit: "hours", hue: 45 } });
     const titles = [];
     for await (const { title } of client.list("/api/habits/")) titles.push(title);
     const refused = await client.get("/api/habits/{id}/", { params: { path: { id: 999999999 } } }).catch((error) => error);
     console.log(JSON.stringify({ titles, isOurs: refused instanceof DaymarkError, code: refused.code }));`,
  );
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual({ titles: ["Read"], isOurs: true, code: "habit_not_found" });
});

test.each(["docs/connect.md", "packages/client/npm-readme.md"])("the program in %s runs as written", async (path) => {
  const text = readFileSync(join(source, "../..", path), "utf8");
  const program = [...text.matchAll(/```js\n(.*?)```/gs)]
    .map(([, code]) => code ?? "")
    .find((code) => code.includes("createClient"));
  const { token, id } = await host.createUser();
  const { key } = await insertKey(host, id, "write");
  await host.createHabit(token, { title: "Running", short_name: "run", target: 5, unit: "kilometers" });
  const own = (program ?? "").replace("https://habits.example", url).replace("dmk_…", key);
  writeFileSync(join(folder, "documented.mjs"), own);
  await run(process.execPath, ["documented.mjs"], { cwd: folder, env: { ...env, SITE: url, KEY: key } });
  const { json } = await host.send("GET", "/api/habits/@run/progress/?from=today&to=today", { token });
  expect(json.results).toMatchObject([{ value: 5 }]);
});

test("the types of the installed package know paths, bodies and answers", async () => {
  writeFileSync(
    join(folder, "typed.ts"),
    `import { createClient, type Schemas } from "@daymark/client";
     const client = createClient({ server: "https://habits.example", token: "dmk_x" });
     const habits: Schemas["Habit"][] = (await client.get("/api/habits/")).results;
     for await (const habit of client.list("/api/habits/", { params: { query: { type: "bad" } } })) habits.push(habit);
     export const title: string | undefined = habits[0]?.title;
     // @ts-expect-error there is no such path
     await client.get("/api/nothing/", {});
     // @ts-expect-error the path needs an id
     await client.get("/api/habits/{id}/");
     // @ts-expect-error a habit needs more
     await client.post("/api/habits/", { body: { title: "Read" } });
     // @ts-expect-error an amount is a number
     habits[0].target = "five";\n`,
  );
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
  const compiler = join(source, "../../node_modules/.bin/tsc");
  const failed = await run(compiler, [...options, "typed.ts"], { cwd: folder, env }).catch(({ stdout }) => stdout);
  expect(failed).toEqual({ stdout: "", stderr: "" });
});

test("its command records and shows habits, and says what comes with the server", async () => {
  await host.createHabit(token, { title: "Running", short_name: "run", target: 5, unit: "kilometers" });
  const daymark = (...args: string[]) => run(join(folder, "node_modules/.bin/daymark"), args, { cwd: folder, env });
  expect((await daymark("done", "run", "5km", "yesterday")).stdout).toMatch(/^✓ Running: 5 kilometers on /);
  expect((await daymark("today")).stdout).toContain("Running");
  expect((await daymark("stats", "--json")).stdout).toContain('"longest_streak": 1');
  expect((await daymark("--help")).stdout).toMatch(/^daymark \[<command>\]\n/);
  expect((await daymark("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const refused = { code: 2, stdout: "", stderr: expect.stringContaining("comes with the server") };
  await expect(daymark("backup")).rejects.toMatchObject(refused);
  await expect(daymark("done", "swim")).rejects.toMatchObject({ code: 1, stdout: "" });
  await expect(daymark("dance")).rejects.toMatchObject({ code: 2 });
});

test("its command says what is left until the end of a habit", async () => {
  const { token, id } = await host.createUser();
  const { key } = await insertKey(host, id, "write");
  const options = { cwd: folder, env: { ...env, DAYMARK_TOKEN: key } };
  const daymark = (...args: string[]) => run(join(folder, "node_modules/.bin/daymark"), args, options);
  const books = { title: "Books", unit: "repetitions", unit_label: "book, books", end: { total: 12 } };
  await host.createHabit(token, books);
  await host.createHabit(token, { title: "Sugar", end: { days: 30 } });
  await daymark("done", "Books", "4");
  expect((await daymark("today")).stdout).toMatch(/Books .*8 of 12 books left\n.*Sugar .*30 days left\n/);
});
