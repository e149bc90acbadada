import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { createPerson, password } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);

const entries = () =>
  host
    .readLogs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("each response has its own request id, an error too", async () => {
  const ids = new Set<unknown>();
  const addresses = ["/healthz", "/api/habits/", "/api/nowhere", "/trpc/habit.list", "/api/%zz", "/readyz"];
  for (const url of addresses) ids.add((await host.send("GET", url)).headers["x-request-id"]);
  expect(ids.size).toBe(addresses.length);
  for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/);
});

test.each([
  ["a-proxy's:1.2_name", false],
  ["7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790E", true],
  ["short", false],
  ["x".repeat(65), false],
  ["with space in it", false],
  ['quote"quote"quote', false],
  ["line\u2028breaking\u2028id", false],
  ["0123456789abcdef", true],
])("a proxy's request id is used if it is valid: %s", async (given, isTaken) => {
  const { headers } = await host.send("GET", "/healthz", { headers: { "x-request-id": given } });
  expect(headers["x-request-id"] === given).toBe(isTaken);
});

test("one request can be found in all logs by its id", async () => {
  const { username } = await createPerson(host, { is_staff: true });
  const id = "log-in-of-an-admin";
  const body = { username, password };
  const { status } = await host.send("POST", "/api/auth/token/", { body, headers: { "x-request-id": id } });
  expect(status).toBe(200);
  const messages = entries()
    .filter(({ request_id }) => request_id === id)
    .map(({ message }) => message);
  expect(messages.sort()).toEqual(["POST /api/auth/token/ 200", "a session began", "an admin has logged in"]);
});

test("no credential is logged, wherever a client puts it", async () => {
  const person = await createPerson(host, { is_staff: true });
  const secrets = ["Mailed-Token-123", "Given-Code-123456", "dmk_SecretSecretSecret", person.token, "Typed-Pass-77"];
  const [link, code, key, access, typed] = secrets as [string, string, string, string, string];
  const sent: [string, string, Parameters<typeof host.send>[2]][] = [
    ["PATCH", `/api/verify-email/${link}/`, {}],
    ["GET", `/api/habits/?token=${link}&code=${code}`, { token: person.token }],
    ["GET", `/api/habits/?access_token=${access}`, { headers: { authorization: `Bearer ${key}` } }],
    ["POST", "/api/auth/token/", { body: { username: person.username, password: typed, code } }],
    ["POST", "/api/auth/token/", { body: `{"password": "${typed}` }],
    ["POST", "/api/auth/oauth/google/", { body: { code, state: link } }],
    ["GET", `/trpc/auth.profile?input=${link}`, { headers: { "user-agent": key, "x-request-id": key } }],
    ["POST", `/api/unsubscribe/${link}/`, {}],
    ["GET", `/verify-email?token=${link}#${code}`, {}],
    ["GET", `/api/logs/${link}/${code}/`, { token: person.token }],
    ["GET", `/api/${link}\r\n${code}\u001b[31m`, {}],
    ["GET", `/api/nothing?next=${code}#${link}`, {}],
    ["GET", `/api/verify-email/${link}/nothing/`, {}],
    ["DELETE", `/api/reset-password/${link}`, {}],
    ["GET", `/nothing/${access}/${key}`, {}],
  ];
  for (const [method, url, parts] of sent) await host.send(method, url, parts);
  const logged = host.readLogs();
  for (const secret of secrets) expect(logged).not.toContain(secret);
});

test("reading a log does not add to it", async () => {
  const { token } = await createPerson(host, { is_staff: true });
  const day = new Date().toISOString().slice(0, 10);
  const input = encodeURIComponent(JSON.stringify({ json: { app_dir: "http", date_file: `${day}.log` } }));
  const before = entries().length;
  const { status } = await host.send("GET", `/trpc/log.line.list?input=${input}`, { token });
  expect(status).toBe(200);
  expect(entries().length).toBe(before);
});

test("an admin's actions and refused attempts are in their own log", async () => {
  const { token, id: user_id } = await createPerson(host, { is_staff: true });
  await host.send("POST", "/api/admin/moderation/bans/", { token, body: { username: "nobody_at_all" } });
  expect(entries()).toContainEqual(
    expect.objectContaining({ user_id, action: "moderation.ban", outcome: "user_not_found", level: "info" }),
  );
});
