import { appRouter } from "@daymark/api/router";
import { expect, test } from "vitest";
import { describeApi } from "./document.ts";
import { entities } from "./entities.ts";
import { listOperations, proceduresOf } from "./operation.ts";
import { parameterDescriptions } from "./words.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document has no type, and the tests name what they read
const document = describeApi(listOperations(proceduresOf(appRouter)), "0") as any;
const text = JSON.stringify(document);

test("each entity is described once, and operations refer to it by its name", () => {
  expect(Object.keys(document.components.schemas).toSorted()).toEqual([...Object.keys(entities), "Problem"].toSorted());
  for (const name of Object.keys(entities)) expect(text).toContain(`"$ref":"#/components/schemas/${name}"`);
  const { schema } = document.paths["/api/habits/"].get.responses[200].content["application/json"];
  expect(schema).toEqual({ $ref: "#/components/schemas/HabitList" });
});

test("each reference has its target", () => {
  for (const [, path = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    expect(
      path.split("/").reduce((node, step) => node?.[step], document),
      path,
    ).toBeDefined();
  }
});

test.each(Object.entries(entities).filter(([, { example }]) => example))(
  "the example of %s is valid by its schema",
  (name, { schema, example }) => {
    // The code of a success is a sentence in the REST API.
    const value = name === "Success" ? { detail: "habit_deleted" } : example;
    expect(schema.safeParse(value)).toEqual({ success: true, data: value });
  },
);

/** Their bodies are in the formats of other products, whose next versions may add members. */
const foreign = ["/api/health/health-auto-export/", "/api/health/health-connect/"];

test("answers accept members that are added later; bodies name each member that is taken", () => {
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(foreign));
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const { responses, requestBody } of Object.values(operations)) {
      expect(JSON.stringify(responses)).not.toContain('"additionalProperties":false');
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        expect(schema.additionalProperties, path).toBe(foreign.includes(path) ? undefined : false);
    }
  }
  expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
});

interface Operation {
  responses: object;
  requestBody?: { content: Record<string, { schema: { additionalProperties: boolean } }> };
}

test.each([
  ["/api/auth/token/", "post", true],
  ["/api/habits/", "post", true],
  ["/api/habits/{id}/progress/{day}/", "put", true],
  ["/api/habits/{id}/", "patch", false],
  ["/api/send-email-verification/", "post", false],
])("a body of %s %s is required: %s", (path, method, isRequired) => {
  expect(document.paths[path][method].requestBody.required).toBe(isRequired);
});

/** Names of members of answers that are days or instants. */
const timeNames =
  /^(?:at|day|week|today|now|timestamp|from|to|until|since|last_modified)$|_(?:at|on|day|until|since)$|^date_joined$/;

interface Described {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Described[];
  properties?: Record<string, Described>;
}

/** The texts with such names, at any depth of a part of the document. */
function timesOf(node: unknown, path: string): { path: string; format: string | undefined }[] {
  if (typeof node !== "object" || node === null) return [];
  const own = Object.entries((node as Described).properties ?? {}).flatMap(([name, member]) => {
    const texts = (member.anyOf ?? [member]).filter(
      ({ type, enum: choices }) => [type].flat().includes("string") && !choices,
    );
    return timeNames.test(name) ? texts.map(({ format }) => ({ path: `${path} ${name}`, format })) : [];
  });
  return [...own, ...Object.entries(node).flatMap(([name, inner]) => timesOf(inner, `${path}/${name}`))];
}

test("each day and each instant of an answer, and of a message to a webhook, has its format", () => {
  const { paths, components, webhooks } = document;
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));
  const answers = operations.map(({ responses }) => responses);
  const times = timesOf({ answers, schemas: components.schemas, webhooks }, "");
  expect(times.length).toBeGreaterThan(200);
  expect(times.filter(({ format }) => format !== "date" && format !== "date-time")).toEqual([]);
});

test.each([
  ["Vacation", "from", "date"],
  ["StreakRun", "to", "date"],
  ["Streak", "next_until", "date"],
  ["HabitReview", "from", "date"],
  ["HabitInsights", "to", "date"],
  ["AdminUser", "last_active_on", "date"],
  ["Ban", "until", "date-time"],
  ["Webhook", "failing_since", "date-time"],
  ["Webhook", "former_secret_until", "date-time"],
])("%s.%s has the format %s", (name, member, format) => {
  const { anyOf, ...schema } = document.components.schemas[name].properties[member];
  expect((anyOf?.[0] ?? schema).format).toBe(format);
});

test("days and instants have their formats", () => {
  const { properties } = document.components.schemas.Habit;
  expect(properties.first_day.format).toBe("date");
  expect(properties.created_at.format).toBe("date-time");
  const day = document.paths["/api/habits/{id}/progress/{day}/"].put.parameters.find(
    ({ name }: { name?: string }) => name === "day",
  );
  expect(day.schema.anyOf).toEqual([
    expect.objectContaining({ format: "date" }),
    { type: "string", enum: ["today", "yesterday"] },
  ]);
});

test("each member of a schedule tells what it means, in bodies and in answers", () => {
  const body = document.paths["/api/habits/"].post.requestBody.content["application/json"].schema;
  for (const { properties } of [body, document.components.schemas.Habit]) {
    const schedule = properties.schedule.anyOf.find(({ type }: { type: string }) => type === "object");
    const members = Object.values<{ description?: string }>(schedule.properties);
    expect(members).toHaveLength(12);
    expect(members.filter(({ description }) => !description)).toEqual([]);
  }
  const [given, answered] = [body, document.components.schemas.Habit].map(
    ({ properties }) => properties.schedule.anyOf[0].properties.from,
  );
  expect(answered).toMatchObject({ type: "string", format: "date" });
  expect(given.anyOf).toEqual([
    expect.objectContaining({ format: "date" }),
    expect.objectContaining({ enum: ["today", "yesterday"] }),
  ]);
});

test("each tag has a description, and no description is of a parameter that is gone", () => {
  for (const { name, description } of document.tags) expect(description, name).toMatch(/^.+\.$/);
  const used = new Set([...text.matchAll(/"name":"(\w+)","in":"(?:path|query)"/g)].map(([, name]) => name));
  expect(Object.keys(parameterDescriptions).toSorted()).toEqual([...used].toSorted());
});
