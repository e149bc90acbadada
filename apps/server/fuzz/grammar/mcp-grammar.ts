import fc, { type Arbitrary } from "fast-check";
import * as z from "zod/mini";
import { readTools } from "../../src/mcp/read-tools.ts";
import { writeTools } from "../../src/mcp/write-tools.ts";
import type { JsonSchema } from "../../src/openapi/operation.ts";
import type { BodyPart, FuzzRequest } from "../request.ts";
import { inputsOf } from "./inputs.ts";
import { deliveries } from "./rest-grammar.ts";
import { jsonSpoil } from "./spoil.ts";

const names = ["Run", "run", "@run", "~habitId~", "~badHabitId~", "missing", ""];

const methods = [
  ...["initialize", "ping", "tools/list", "resources/list", "resources/templates/list", "prompts/list", "tools/none"],
  ...[
    "notifications/initialized",
    "logging/setLevel",
    "subscriptions/listen",
    "server/discover",
    "completion/complete",
  ],
];
/** The types that a client of the protocol has to accept. */
const both = "application/json, text/event-stream";
const uris = [
  "daymark://habits",
  "daymark://days/2026-01-01/2026-12-31",
  "daymark://days/x/y",
  "file:///etc/passwd",
  "",
];

const prompts = [
  { name: "weekly_review" },
  { name: "weekly_review", arguments: {} },
  ...["", "x".repeat(200), "x".repeat(201), "\u0000", "\ud800", "__proto__", 1, null, {}, []].map((focus) => ({
    name: "weekly_review",
    arguments: { focus },
  })),
  { name: "weekly_review", arguments: { other: "x" } },
  { name: "weekly_review", arguments: [] },
  ...["missing", "", "__proto__", null, 1].map((name) => ({ name })),
  {},
];

/** Messages of assistants: calls of every tool, and the other methods of the protocol. */
export function mcpRequests(): Arbitrary<FuzzRequest> {
  const calls = [...readTools, ...writeTools].map(({ name, input }) => {
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as JsonSchema;
    return fc.tuple(inputsOf(schema), fc.constantFrom(...names), fc.boolean()).map(([given, habit, isNamed]) => ({
      method: "tools/call",
      params: { name, arguments: isNamed && "habit" in (schema.properties ?? {}) ? { ...given, habit } : given },
    }));
  });
  const others = fc.constantFrom(...methods).map((method) => ({ method, params: {} }));
  const reads = fc.constantFrom(...uris).map((uri) => ({ method: "resources/read", params: { uri } }));
  const asked = fc
    .oneof(fc.constant({ name: "weekly_review", arguments: { focus: "Run" } }), fc.constantFrom<unknown>(...prompts))
    .map((params) => ({ method: "prompts/get", params }));
  const message = fc.oneof({ weight: 6, arbitrary: fc.oneof(...calls) }, others, reads, asked);
  return fc
    .record({
      message,
      id: fc.constantFrom<unknown>(1, 2, 3, "x", null, undefined, {}),
      write: fc.oneof({ weight: 3, arbitrary: fc.constant((text: string): BodyPart[] => [text]) }, jsonSpoil),
      role: fc.constantFrom<FuzzRequest["role"]>("writer", "writer", "reader", "user", "guest"),
      accept: fc.constantFrom(both, both, both, "application/json", "*/*"),
      version: fc.constantFrom("2025-11-25", "2025-06-18", "2026-07-28", "x"),
      delivery: deliveries,
    })
    .map(({ message, id, write, role, accept, version, delivery }) => ({
      about: `MCP ${message.method}`,
      role,
      method: "POST",
      target: "/mcp",
      headers: [
        ["content-type", "application/json"],
        ["accept", accept],
        ["mcp-protocol-version", version],
      ],
      body: write(JSON.stringify({ jsonrpc: "2.0", id, ...message })),
      ...(delivery !== "whole" && { delivery }),
    }));
}
