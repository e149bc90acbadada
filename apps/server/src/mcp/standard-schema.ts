import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { describeGivenDay } from "../openapi/day-words.ts";
import { describeSchedule } from "../openapi/schedule-words.ts";

/**
 * A schema in the form that the SDK takes: it validates, and describes itself as JSON Schema. Schemas of zod/mini
 * validate by that standard, but have no method that describes them (https://standardschema.dev).
 */
export function toStandardSchema<Schema extends z.ZodMiniType>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  // Each request has a separate server, and describing all tools takes ten milliseconds.
  const describe = (io: "input" | "output") => {
    let described: object | undefined;
    return () =>
      (described ??= z.toJSONSchema(schema, {
        io,
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => {
          if (io === "input") describeGivenDay(zodSchema, jsonSchema);
          describeSchedule(zodSchema, jsonSchema);
        },
      }));
  };
  const jsonSchema = { input: describe("input"), output: describe("output") };
  return { "~standard": { ...schema["~standard"], jsonSchema } } as unknown as StandardSchemaWithJSON<
    z.input<Schema>,
    z.output<Schema>
  >;
}

/** A schema that describes itself as JSON Schema in the same way, but accepts everything: its owner checks later. */
export function toDescription(schema: z.ZodMiniType): StandardSchemaWithJSON<unknown, unknown> {
  const { "~standard": standard } = toStandardSchema(schema);
  return { "~standard": { ...standard, validate: (value: unknown) => ({ value }) } };
}
