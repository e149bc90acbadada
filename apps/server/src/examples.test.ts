import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createTestHost } from "./testing.ts";
import { insertKey } from "./testing-calls.ts";

const run = promisify(execFile);
const examples = join(import.meta.dirname, "../../../examples");
const host = await createTestHost();
afterAll(host.drop);
const url = await host.app.listen({ port: 0, host: "127.0.0.1" });

/** A time zone in which it is noon, give or take an hour: no test runs over a midnight. */
const timezone = (() => {
  const hours = new Date().getUTCHours() - 12;
  // The names have the reverse sign (tz database, file etcetera).
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "+" : ""}${hours}`;
})();

/**
 * Creates a user with three habits: ten pages of which three are read today, one that is done, and one that is open.
 */
async function createReader() {
  const { token, id: userId } = await host.createUser();
  await host.database.sql`update users set timezone = ${timezone} where id = ${userId}`;
  const { key } = await insertKey(host, userId, "write");
  const { id } = await host.createHabit(token, { title: "Read", target: 10, unit: "repetitions" });
  const { id: done } = await host.createHabit(token, { title: "Walk", target: 1, unit: "kilometers" });
  await host.createHabit(token, { title: "Sleep", target: 8, unit: "hours" });
  for (const [habit, value] of [
    [id, 3],
    [done, 2],
  ]) {
    await host.send("PUT", `/api/habits/${habit}/progress/today/`, { token, body: { value } });
  }
  return { key, id, env: { PATH: process.env.PATH, TZ: timezone, DAYMARK_URL: url, DAYMARK_KEY: key } };
}

/** Sends a request of an example with the test's address, habit, key and time zone in place of the example's. */
async function sendExample(given: { url: string; init?: RequestInit }, reader: { id: number; key: string }) {
  const address = given.url.replace("https://habits.example", url).replace("/habits/7/", `/habits/${reader.id}/`);
  const headers = new Headers(given.init?.headers);
  headers.set("authorization", `Bearer ${reader.key}`);
  headers.set("x-timezone", timezone);
  const answer = await fetch(address, { ...given.init, headers });
  expect(answer.status, address).toBe(200);
  return answer.json();
}

test("the example for curl adds an amount to today's value", async () => {
  const { id, env } = await createReader();
  const { stdout } = await run("sh", [join(examples, "curl/record.sh"), String(id), "2"], { env });
  expect(JSON.parse(stdout)).toMatchObject({ habit_id: id, value: 5 });
});

test("the example for curl fails with the server's sentence if the habit is not there", async () => {
  const { env } = await createReader();
  const call = run("sh", [join(examples, "curl/record.sh"), "999999999"], { env });
  await expect(call).rejects.toMatchObject({ stdout: expect.stringContaining("habit_not_found") });
});

test("the example for Node lists what is open today", async () => {
  const { env } = await createReader();
  const { stdout } = await run(process.execPath, [join(examples, "node/open-today.mjs")], { env });
  expect(stdout).toBe("Read: 3 of 10 repetitions\nSleep: 0 of 8 hours\n");
});

test("the example for Python prints the streaks, the longest first", async () => {
  const { env } = await createReader();
  const { stdout } = await run("python3", [join(examples, "python/streaks.py")], { env });
  expect(stdout).toBe("    1  Walk\n    0  Sleep\n    0  Read\n");
});

interface RestResource {
  resource: string;
  headers: Record<string, string>;
  sensor?: { value_template: string; json_attributes: string[] }[];
  binary_sensor?: { value_template: string }[];
}

test("the package for Home Assistant reads what the server answers, and its action records a day", async () => {
  const secret = { tag: "!secret", resolve: (name: string) => `secret ${name}` };
  const text = readFileSync(join(examples, "home-assistant/daymark.yaml"), "utf8");
  const { rest, rest_command } = parse(text, { customTags: [secret] });
  const reader = await createReader();
  const members = (template: string) => [...template.matchAll(/value_json\.(\w+)/g)].map(([, name]) => name as string);
  for (const { resource, headers, sensor = [], binary_sensor = [] } of rest as RestResource[]) {
    expect(headers.Authorization).toBe("secret daymark_authorization");
    const answer = await sendExample({ url: resource, init: { headers } }, reader);
    for (const { value_template } of [...sensor, ...binary_sensor]) {
      expect(members(value_template).length).toBeGreaterThan(0);
      for (const name of members(value_template)) expect(answer).toHaveProperty(name);
    }
    for (const name of sensor.flatMap(({ json_attributes }) => json_attributes)) expect(answer).toHaveProperty(name);
  }
  const { url: address, method, headers, content_type, payload } = rest_command.daymark_add;
  const init = {
    method,
    headers: { ...headers, "content-type": content_type },
    body: payload.replace("{{ by }}", "4"),
  };
  const recorded = await sendExample({ url: address.replace("{{ habit }}", "7"), init }, reader);
  expect(recorded).toMatchObject({ value: 7 });
});

interface Workflow {
  nodes: { name: string; type: string; parameters: { url?: string; jsCode?: string } }[];
  connections: Record<string, { main: { node: string }[][] }>;
}

test("the workflow for n8n runs all its nodes, and returns the open habits", async () => {
  const { nodes, connections } = JSON.parse(readFileSync(join(examples, "n8n/open-today.json"), "utf8")) as Workflow;
  const reader = await createReader();
  const answers = new Map<string, unknown>();
  let result: unknown;
  let name: string | undefined = nodes[0]?.name;
  const visited: string[] = [];
  while (name !== undefined) {
    const node = nodes.find((each) => each.name === name);
    visited.push(name);
    const { url: address, jsCode } = node?.parameters ?? {};
    if (address !== undefined) answers.set(name, await sendExample({ url: address }, reader));
    if (jsCode !== undefined) {
      const answerOf = (of: string) => ({ first: () => ({ json: answers.get(of) }) });
      result = new Function("$", jsCode)(answerOf);
    }
    name = connections[name]?.main[0]?.[0]?.node;
  }
  expect(visited).toEqual(nodes.map((node) => node.name));
  expect(result).toEqual([{ json: { text: "Read: 10 repetitions" } }, { json: { text: "Sleep: 8 hours" } }]);
});

/** Creates a one-tap link of a habit without a record today. */
async function createTapLink() {
  const { token } = await host.createUser();
  const { id } = await host.createHabit(token, { title: "Water", target: 8, unit: "cups" });
  const link = await host.send("POST", "/api/habit-links/", { token, body: { purpose: "add", habit_id: id } });
  return new URL(link.json.url).pathname;
}

/** Sends a request of an example to a link, and returns the answer. */
async function tapByExample(address: string, init: RequestInit) {
  const link = address.replace("https://habits.example/tap/YOUR-LINK", `${url}${await createTapLink()}`);
  const answer = await fetch(link, init);
  expect(answer.status).toBe(200);
  return answer.json();
}

test("the task for Tasker records by a one-tap link, and shows a member of the answer", async () => {
  const task = readFileSync(join(examples, "tasker/record.tsk.xml"), "utf8");
  const [request = "", message = ""] = task.match(/<Action[\s\S]*?<\/Action>/g) ?? [];
  const textOf = (action: string, argument: string) =>
    new RegExp(`<Str sr="${argument}" ve="3">([^<]*)</Str>`).exec(action)?.[1] ?? "";
  // Of the methods that Tasker lists, POST is the second. A header stands before and after a colon.
  expect(request).toContain('<code>339</code>\n\t\t\t<Int sr="arg1" val="1"/>');
  const [name = "", value = ""] = textOf(request, "arg3").split(":");
  const answer = await tapByExample(textOf(request, "arg2"), { method: "POST", headers: { [name]: value } });
  const member = /^%http_data\.(\w+)$/.exec(textOf(message, "arg0"))?.[1] ?? "";
  expect(answer[member]).toMatch(/\w/);
});

test("the actions for Shortcuts record by a one-tap link, and show a member of the answer", async () => {
  const { actions } = JSON.parse(readFileSync(join(examples, "shortcuts/record.json"), "utf8"));
  const [request, choice] = actions;
  expect(request["Request Body"]).toBe("JSON, without fields");
  const headers = { ...request.Headers, "content-type": "application/json" };
  const answer = await tapByExample(request.URL, { method: request.Method, headers, body: "{}" });
  expect(answer[choice.for]).toMatch(/\w/);
});
