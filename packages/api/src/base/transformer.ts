import superjson from "superjson";
import { ApiError } from "./error.ts";

/**
 * The encoding of values over tRPC: superjson's envelope, `{ json }`, so that a client may use superjson as its
 * transformer.
 *
 * Inputs are plain JSON. superjson would build typed arrays, sets and maps as `meta` says, at a cost that the sender
 * chooses: `{"json":30000000,"meta":{"values":[["typed-array","Uint8Array"]]}}` ends the process.
 *
 * Answers are JSON already, because REST sends the same ones, and superjson would traverse each of them in vain.
 * superjson serialises an answer that is itself a value without a JSON form, such as a Date.
 */
export const transformer = {
  input: {
    serialize: (json: unknown) => ({ json }),
    deserialize: readPlainInput,
  },
  output: {
    serialize: (answer: unknown) => (hasJsonForm(answer) ? { json: answer } : superjson.serialize(answer)),
    deserialize: superjson.deserialize,
  },
};

/**
 * Reads the input of a call from its envelope.
 *
 * @throws ApiError invalid_json if there is no envelope, validation_failed for members other than `json`
 */
function readPlainInput(envelope: unknown): unknown {
  if (typeof envelope !== "object" || envelope === null) throw new ApiError("invalid_json");
  const extra = Object.keys(envelope).find((name) => name !== "json");
  if (extra !== undefined) {
    throw new ApiError("validation_failed", { fields: { [extra]: [{ code: "unknown_field" }] } });
  }
  return "json" in envelope ? envelope.json : undefined;
}

function hasJsonForm(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return typeof answer !== "bigint";
  const prototype: unknown = Object.getPrototypeOf(answer);
  return prototype === Object.prototype || prototype === null || Array.isArray(answer);
}
