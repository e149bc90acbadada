import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createTerminals, type Person } from "./testing-terminals.ts";

const terminals = await createTerminals();
afterAll(terminals.drop);
const { host, url, createPerson, openHome } = terminals;

/** A person's page /device: allows or refuses the code that the command shows. */
function decide({ token }: Person, decision: "allow" | "refuse", access: "read" | "write" = "write") {
  return async (user_code: string) => {
    const body = { json: { user_code, decision, access } };
    const answer = await host.send("POST", "/trpc/connectedApp.setDevice", { token, body });
    expect(answer.status, answer.text).toBe(200);
  };
}

describe("the log-in", () => {
  test("is allowed in a browser, kept for the user alone, used by commands, and ended on the server", async () => {
    const person = await createPerson();
    await host.createHabit(person.token, { title: "Read" });
    const { run, file } = openHome({}, decide(person, "allow"));
    const login = await run("login", "--server", `${url}/`);
    expect(login).toMatchObject({ code: 0, err: "" });
    expect(login.out).toMatch(/^Open http:\/\/localhost\/device\?user_code=[A-Z]{4}-[A-Z]{4}\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run("today")).out).toContain("Read");
    const list = async () => (await host.send("GET", "/api/connected-apps/", { token: person.token })).json.results;
    expect(await list()).toMatchObject([{ name: expect.stringMatching(/^Daymark command on ./) }]);

    expect(await run("logout")).toMatchObject({ code: 0 });
    expect(await list()).toEqual([]);
    expect(await run("logout")).toEqual({ code: 1, out: "", err: "You are not logged in.\n" });
    expect(await run("today")).toMatchObject({ code: 2, err: expect.stringContaining("Say which server") });
  });

  test("waits until the user has decided, and says that it was refused", async () => {
    const person = await createPerson();
    let polls = 0;
    const { run } = openHome({}, async (code) => {
      polls += 1;
      if (polls === 3) await decide(person, "refuse")(code);
    });
    expect(await run("login", "--server", url)).toMatchObject({
      code: 1,
      err: "The log-in was refused in the browser.\n",
    });
    expect(polls).toBe(3);
  });

  test("renews an expired token, and keeps the new one", async () => {
    const person = await createPerson();
    const { run, file } = openHome({}, decide(person, "allow"));
    await run("login", "--server", url);
    const kept = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...kept, tokens: { ...kept.tokens, expiresAt: 0 } }));
    expect(await run("today")).toMatchObject({ code: 0 });
    const renewed = JSON.parse(readFileSync(file, "utf8"));
    expect(renewed.tokens.refreshToken).not.toBe(kept.tokens.refreshToken);
    expect(renewed.tokens.expiresAt).toBeGreaterThan(Date.now());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("that the user has disconnected asks for a new one, which replaces it", async () => {
    const person = await createPerson();
    const { run } = openHome({}, decide(person, "allow"));
    await run("login", "--server", url);
    const [app] = (await host.send("GET", "/api/connected-apps/", { token: person.token })).json.results;
    await host.send("DELETE", `/api/connected-apps/${app.id}/`, { token: person.token });
    expect(await run("today")).toEqual({
      code: 1,
      out: "",
      err: "The log-in has ended, or the token is wrong: run “daymark login”.\n",
    });
    expect(await run("login")).toMatchObject({ code: 0 });
    expect(await run("today")).toMatchObject({ code: 0 });
  });

  test("finds the server to which an address leads, and refuses one without Daymark", async () => {
    const person = await createPerson();
    const other = createServer((request, response) =>
      response.writeHead(301, { location: `${url}${request.url}` }).end(),
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { run, file } = openHome({}, decide(person, "allow"));
    expect(await run("login", "--server", address)).toMatchObject({
      code: 0,
      err: `${address} redirects to ${url}.\n`,
    });
    expect(JSON.parse(readFileSync(file, "utf8")).server).toBe(url);
    other.removeAllListeners("request");
    other.on("request", (_, response) => response.writeHead(404).end("Nothing here"));
    const refused = { code: 1, out: "", err: `There is no Daymark at ${address}.\n` };
    expect(await run("login", "--server", address)).toEqual(refused);
    other.close();
  });

  test("is never sent to another server", async () => {
    const person = await createPerson();
    const { run, file } = openHome({}, decide(person, "allow"));
    await run("login", "--server", url);
    const elsewhere = openHome({ DAYMARK_SERVER: "http://127.0.0.1:9" });
    mkdirSync(join(elsewhere.file, ".."));
    writeFileSync(elsewhere.file, readFileSync(file));
    expect(await elsewhere.run("today")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^You are not logged in to http:\/\/127\.0\.0\.1:9: /),
    });
  });
});

test("an unreachable server is reported in one sentence", async () => {
  const { run } = openHome({ DAYMARK_SERVER: "http://127.0.0.1:9", DAYMARK_TOKEN: "dmk_x" });
  expect(await run("stats")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The server cannot be reached \(.+\)\.\n$/),
  });
});

describe("the completion", () => {
  test("for bash is valid, and completes commands and options", async () => {
    const { out } = await openHome().run("completion", "bash");
    execFileSync("bash", ["-n"], { input: out });
    const complete = (...words: string[]) =>
      execFileSync("bash", [
        "-c",
        `${out}\nCOMP_WORDS=(daymark "$@"); COMP_CWORD=$#; _daymark; echo "\${COMPREPLY[*]}"`,
        "bash",
        ...words,
      ])
        .toString()
        .trim();
    expect(complete("to")).toBe("today");
    expect(complete("")).toBe("login logout today done log stats completion start backup restore upgrade admin");
    expect(complete("login", "--")).toBe("--server --read-only --help");
    expect(complete("completion", "f")).toBe("fish");
  });

  test.each(["zsh", "fish"])("for %s names all commands, and is valid where that shell is installed", async (shell) => {
    const { out, code } = await openHome().run("completion", shell);
    expect(code).toBe(0);
    for (const name of ["login", "today", "done", "--json", "backup"]) expect(out).toContain(name);
    const isInstalled = (process.env.PATH ?? "")
      .split(":")
      .some((folder) => statSync(join(folder, shell), { throwIfNoEntry: false }));
    if (isInstalled) execFileSync(shell, ["-n"], { input: out });
  });

  test("for another shell is refused", async () => {
    expect(await openHome().run("completion", "tcsh")).toMatchObject({ code: 2, out: "" });
  });
});

test.each(["login", "logout", "today", "done", "log", "stats", "completion"])("%s has a page of help", async (name) => {
  const { out, code } = await openHome().run(name, "--help");
  expect({ code, first: out.split("\n")[0] }).toEqual({ code: 0, first: expect.stringContaining(`daymark ${name}`) });
});
