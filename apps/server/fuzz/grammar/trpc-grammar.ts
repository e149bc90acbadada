import fc, { type Arbitrary } from "fast-check";
import { inputMembers, type JsonSchema, type Operation } from "../../src/openapi/operation.ts";
import { someHeaders } from "../headers.ts";
import type { BodyPart, FuzzRequest } from "../request.ts";
import { inputsOf } from "./inputs.ts";
import { deliveries, roleOf, sometimes, weightOf } from "./rest-grammar.ts";
import { jsonSpoil, pathSpoil } from "./spoil.ts";

/** Annotations that make superjson revive an input as another type. */
const revived = [
  ...["Date", "undefined", "bigint", "regexp", "set", "map", "URL", "Error", "number"].map((type) => [type]),
  ...["Uint8Array", "Float64Array", "BigInt64Array", "Array"].map((type) => [["typed-array", type]]),
  [["symbol", "x"]],
  [["class", "Object"]],
  [["custom", "x"]],
  [["set", {}]],
];

/** Values for those annotations. */
const seeds = ["", "x", 3, 300_000, 30_000_000, 1e9, "2026-01-01", "/(a+)+$/", [], [1, 2], {}, [["a", 1]], null];
const equalities = [{ "": ["a"] }, [["a.b", "a"]], { a: ["a.a", "a.b"] }, { __proto__: ["a"] }, [[""]]];

/** Superjson's `meta` beside `json`, with a `json` that fits it. */
const meta: Arbitrary<(json: unknown, schema: JsonSchema | null) => Record<string, unknown>> = fc.oneof(
  fc.tuple(fc.constantFrom(...revived), fc.constantFrom(...seeds)).map(([type, seed]) => () => ({
    json: seed,
    meta: { values: type, v: 1 },
  })),
  fc
    .tuple(fc.constantFrom(...revived), fc.constantFrom(...seeds), fc.nat(20))
    .map(([type, seed, index]) => (json: unknown, schema: JsonSchema | null) => {
      const names = [...inputMembers(schema).keys(), "__proto__", "constructor.prototype.x"];
      const name = names[index % names.length] as string;
      const members = typeof json === "object" && json !== null ? json : {};
      return { json: { ...members, [name]: seed }, meta: { values: { [name]: type } } };
    }),
  fc
    .constantFrom<unknown>(...equalities)
    .map((referentialEqualities) => (json: unknown) => ({ json, meta: { referentialEqualities } })),
  fc
    .constantFrom<unknown>(null, {}, 0, "x", [], { values: null }, { values: [] }, { values: { "a\\.b": ["Date"] } })
    .map((value) => (json: unknown) => ({ json, meta: value })),
);

const separators = fc.constantFrom(",", ",", ",", "%2C", "%2c", "%252C", "%25252C", ";", ",,", "/");

interface Call {
  operation: Pick<Operation, "name" | "method" | "guard" | "input">;
  input: Record<string, unknown>;
}

/** Calls of every procedure over tRPC's protocol: single and in batches, by GET and POST. */
export function trpcRequests(operations: readonly Operation[]): Arbitrary<FuzzRequest> {
  const calls = fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: inputsOf(operation.input).map((input): Call => ({ operation, input })),
    })),
  );
  return fc.oneof(
    { weight: 50, arbitrary: single(calls) },
    { weight: 20, arbitrary: batch(calls) },
    { weight: 1, arbitrary: streams() },
  );
}

const wrap = fc.oneof(
  { weight: 8, arbitrary: fc.constant((json: unknown, _schema: JsonSchema | null): unknown => ({ json })) },
  { weight: 2, arbitrary: meta },
  {
    weight: 1,
    arbitrary: fc.constantFrom<(json: unknown) => unknown>(
      (json) => json,
      () => ({}),
      () => ({ json: null }),
    ),
  },
);

const spoilBody = fc.oneof(
  { weight: 7, arbitrary: fc.constant((text: string): BodyPart[] => [text]) },
  { weight: 1, arbitrary: jsonSpoil },
);

const otherProtocol = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom("GET", "POST", "HEAD", "PUT", "OPTIONS") },
);

/** The parts that single calls and batches have in common. */
const sharedParts = {
  headers: someHeaders,
  delivery: deliveries,
  wrap,
  spoilPath: sometimes(pathSpoil, 8),
  spoilBody,
  otherProtocol,
};

function single(calls: Arbitrary<Call>): Arbitrary<FuzzRequest> {
  return fc
    .record({ call: calls, role: fc.nat(999), ...sharedParts })
    .chain(({ call: { operation, input }, ...made }) =>
      roleOf(operation.guard).map((role) => {
        const text = JSON.stringify(made.wrap(input, operation.input));
        return requestFor({ ...made, role, about: `tRPC ${operation.name}`, names: operation.name, batch: "", text }, [
          operation,
        ]);
      }),
    );
}

function batch(calls: Arbitrary<Call>): Arbitrary<FuzzRequest> {
  return fc
    .record({
      calls: fc.oneof(
        { weight: 6, arbitrary: fc.array(calls, { minLength: 1, maxLength: 4 }) },
        {
          weight: 1,
          arbitrary: fc.tuple(calls, fc.constantFrom(10, 11, 104)).map(([call, times]) => Array(times).fill(call)),
        },
      ) as Arbitrary<Call[]>,
      separator: separators,
      ...sharedParts,
      role: roleOf("user"),
      flag: fc.constantFrom("?batch=1", "?batch=1", "?batch=1", "?batch=2", ""),
    })
    .map(({ calls: list, separator, flag, ...made }) => {
      const operations = list.map(({ operation }) => operation);
      const inputs = list.map(({ input, operation }, index) => [index, made.wrap(input, operation.input)]);
      const text = JSON.stringify(Object.fromEntries(inputs));
      const names = operations.map(({ name }) => name).join(separator);
      return requestFor({ ...made, about: `tRPC batch of ${list.length}`, names, batch: flag, text }, operations);
    });
}

/** The subscription. Its answer is a stream, which the fuzzer stops reading. */
function streams(): Arbitrary<FuzzRequest> {
  return fc
    .record({
      role: roleOf("user"),
      headers: someHeaders,
      query: fc.constantFrom("", "?input=%7B%22json%22%3A%7B%7D%7D"),
    })
    .map(({ role, headers, query }) => ({
      about: "tRPC live.changes",
      role,
      method: "GET",
      target: `/trpc/live.changes${query}`,
      headers,
    }));
}

function requestFor(
  made: Pick<FuzzRequest, "about" | "role" | "headers" | "delivery"> & {
    names: string;
    batch: string;
    text: string;
    otherProtocol: string | null;
    spoilPath: (path: string) => string;
    spoilBody: (text: string) => BodyPart[];
  },
  operations: readonly Pick<Operation, "method">[],
): FuzzRequest {
  const method = made.otherProtocol ?? (operations[0]?.method === "GET" ? "GET" : "POST");
  const path = made.spoilPath(`/trpc/${made.names}`) + made.batch;
  const request = {
    about: made.about,
    role: made.role,
    method,
    headers: made.headers,
    ...(made.delivery !== "whole" && made.delivery && { delivery: made.delivery }),
  };
  if (method === "GET" || method === "HEAD") {
    // Node refuses a head of more than 16 kB before our code sees it.
    const text = made.text.length > 12_000 ? "{}" : made.text;
    return {
      ...request,
      target: `${path}${path.includes("?") ? "&" : "?"}input=${encodeURIComponent(text.toWellFormed())}`,
    };
  }
  const hasType = made.headers.some(([header]) => header === "content-type");
  return {
    ...request,
    target: path,
    headers: [...(hasType ? [] : [["content-type", "application/json"] as [string, string]]), ...made.headers],
    body: made.spoilBody(made.text),
  };
}
