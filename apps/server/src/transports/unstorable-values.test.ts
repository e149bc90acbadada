import { writeCursor } from "@daymark/api/base/pagination";
import { appRouter } from "@daymark/api/router";
import { afterAll, describe, expect, test } from "vitest";
import {
  coercionOf,
  inputMembers,
  type JsonSchema,
  listOperations,
  type Operation,
  proceduresOf,
} from "../openapi/operation.ts";
import { createTestHost, type Received } from "../testing.ts";
import { calls, createOwner, type Owner, password } from "../testing-calls.ts";
import { type InputPart, partsOf } from "../testing-input-parts.ts";

// PostgreSQL stores no NUL, and we store only years from 0001 to 9999. The server refuses other values before they are
// in a statement.

const host = await createTestHost();
afterAll(host.drop);

/** Text inputs for which an example from the schema alone would be invalid. */
const known: Record<string, string> = {
  ...{ day: "2026-03-01", from: "2026-03-01", to: "2026-03-31", until: "2026-03-31", time: "07:30" },
  ...{ username: "someone_new", email: "someone@example.com", code: "123456", backup_code: "aaaaa-bbbbb" },
  ...{ password, password_confirmation: password, title: "Public wish", slug: "a-slug", blog_slug: "a-slug" },
};

const operations = listOperations(proceduresOf(appRouter)).flatMap((operation) => {
  const texts = partsOf(operation.name, operation.input ?? {}).filter(isText);
  return texts.length > 0 ? [[operation.name, operation, texts] as const] : [];
});

/** The type of a file comes from the header of its part, in which a Blob allows no NUL. */
function isText({ path, json }: InputPart): boolean {
  return json.type === "string" && !json.enum && json.const === undefined && !path.endsWith(".file.content_type");
}

const unstorableInstants = ["0000-01-01T00:00:00.000Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-12:00"];
/** Cursors of lists that are sorted by a time and an id. Other cursors contain only numbers. */
const unstorablePlaces = unstorableInstants.map((time) => writeCursor([time, 1]));

function valuesFor({ path, json }: InputPart): string[] {
  const name = nameOf(path);
  const example = String(completed(undefined, json, name));
  const texts = ["public\u0000wish", `${example}\u0000`];
  if (json.format === "date-time") return [...texts, ...unstorableInstants];
  return name === "cursor" ? [...texts, ...unstorablePlaces] : texts;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** Adds examples for required members that are missing, so that only the database could refuse the input. */
function completed(value: unknown, json: JsonSchema, name = ""): unknown {
  const choices = [...(json.anyOf ?? []), ...(json.oneOf ?? [])] as JsonSchema[];
  if (choices.length > 0) return completed(value, choices.find((choice) => allows(choice, value)) ?? {}, name);
  if (json.type === "object") {
    const given = Object(value) as Record<string, unknown>;
    const names = new Set([...(json.required ?? []), ...Object.keys(given)]);
    const members = (json.properties ?? {}) as Record<string, JsonSchema>;
    return Object.fromEntries([...names].map((name) => [name, completed(given[name], members[name] ?? {}, name)]));
  }
  if (json.type === "array" && Array.isArray(value)) {
    return value.map((element) => completed(element, json.items as JsonSchema));
  }
  return value ?? exampleOf(json, name);
}

/** Whether an alternative of a union fits the value. Constants distinguish its objects. */
function allows(choice: JsonSchema, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== "object" || Array.isArray(value)) return choice.type === typeof value || Array.isArray(value);
  const members = Object.entries((choice.properties ?? {}) as Record<string, JsonSchema>);
  return members.every(([name, { const: only }]) => only === undefined || only === Reflect.get(value, name));
}

function exampleOf(json: JsonSchema, name: string): unknown {
  if (json.const !== undefined) return json.const;
  if (json.enum) return json.enum[0];
  switch (json.type) {
    case "string":
      return known[name] ?? (json.format === "date-time" ? "2027-01-01T00:00:00Z" : "words");
    case "integer":
    case "number":
      return Math.max(Number(json.minimum ?? 1), 1);
    case "boolean":
      return true;
    case "array":
      return [];
    default:
      return null;
  }
}

/** The owner's request to change a resource, with one text replaced; and that text with only the required members. */
function inputsWith(operation: Operation, { inputWith }: InputPart, value: string, owner: Owner) {
  const { path, query, body } = calls[operation.name]?.request(owner) ?? {};
  const members = inputMembers(operation.input);
  const asked = [...new URLSearchParams(query)].map(([name, text]) => [name, coercionOf(members.get(name))(text)]);
  const own = { ...path, ...Object.fromEntries(asked), ...body };
  const spoilt = inputWith(value) as object;
  const inputs = [
    { ...own, ...spoilt },
    { ...path, ...spoilt },
  ];
  return inputs.map((input) => completed(input, operation.input ?? {}) as Record<string, unknown>);
}

function sendRest(operation: Operation, input: Record<string, unknown>, token: string | undefined) {
  const members = { ...input };
  const take = (name: string) => {
    const text = encodeURIComponent(String(members[name]));
    delete members[name];
    return text;
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => take(name));
  const isQuery = operation.method === "GET";
  const query = isQuery ? Object.keys(members).map((name) => `${name}=${take(name)}`) : [];
  const url = `/api${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  if (!operation.upload)
    return host.send(operation.method, url, { ...(token && { token }), ...(!isQuery && { body: members }) });
  const { file, ...texts } = members;
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, String(text));
  form.append("file", new Blob(["{}"]), String(Reflect.get(Object(file), "file_name")));
  return host.send(operation.method, url, { ...(token && { token }), form });
}

function sendTrpc({ name, method }: Operation, input: object, token: string | undefined): Promise<Received> {
  const sent = { ...(token && { token }) };
  if (method !== "GET") return host.send("POST", `/trpc/${name}`, { ...sent, body: { json: input } });
  return host.send("GET", `/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, sent);
}

describe.each([
  ["a guest", { isGuest: true, is_staff: false }],
  ["a user", { isGuest: false, is_staff: false }],
  ["an admin", { isGuest: false, is_staff: true }],
])("%s", (_, { isGuest, is_staff }) => {
  let owner: Owner | undefined;

  /** A served call may have ended the session or deleted the account, and so may a refused use of an old token. */
  async function forgetOwnerIfGone(): Promise<void> {
    if (owner && typeof (await host.sessions.authenticate(owner.token)) === "string") owner = undefined;
  }

  async function currentOwner(): Promise<Owner> {
    owner ??= await createOwner(host, { email_verified: true, plan: "paid", is_staff });
    return owner;
  }

  test.each(operations)("%s never fails on text or times that PostgreSQL cannot store", async (_, operation, texts) => {
    for (const part of texts) {
      for (const value of valuesFor(part)) {
        for (const input of inputsWith(operation, part, value, await currentOwner())) {
          for (const send of operation.upload ? [sendRest] : [sendRest, sendTrpc]) {
            const token = isGuest ? undefined : (await currentOwner()).token;
            const { status, text } = await send(operation, input, token);
            expect(status, `${send.name} ${part.path} ${JSON.stringify(input)} -> ${text}`).toBeLessThan(500);
            if (status < 400 || status === 401) await forgetOwnerIfGone();
          }
        }
      }
    }
  });
});

test("no such value caused a logged error", () => {
  expect(operations.length).toBeGreaterThan(80);
  const failures = host
    .readLogs()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  expect(failures).toEqual([]);
});
