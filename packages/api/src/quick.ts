import * as z from "zod/mini";
import { $ZodObjectJIT, type $ZodType, type $ZodTypeDef } from "zod/v4/core";

/**
 * Makes a schema and all it is made of several times as quick: for procedures that are called all day, or whose answer
 * has hundreds of rows. The schemas of the domain are of zod/mini, for the browsers' sake, which walks the members of an
 * object one by one; zod writes a function for them, which is some 20 instead of 120 µs for a month of six habits. It
 * does so where nothing is awaited alone, and no schema of ours awaits anything.
 *
 * @param schema is changed in place; it accepts and answers as before
 */
export function quick<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  writeParsers(schema, new Set());
  // What tRPC calls.
  return Object.assign(schema, {
    parseAsync: async (value: unknown, params?: Parameters<typeof z.parse>[2]) => z.parse(schema, value, params),
  });
}

function writeParsers(schema: $ZodType, seen: Set<$ZodType>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { def } = schema._zod;
  for (const part of partsOf(def)) writeParsers(part, seen);
  if (def.type !== "object") return;
  $ZodObjectJIT.init(schema as never, def as never);
  // Without checks the two are one, since the schema was made.
  if (!def.checks?.length) schema._zod.run = schema._zod.parse;
}

/** The schemas that one is made of: of an object's members, of an array, of what may be null, of either. */
function partsOf(def: $ZodTypeDef): $ZodType[] {
  return Object.values(def).flatMap((value: unknown) => {
    if (typeof value !== "object" || value === null) return [];
    const parts: unknown[] = "_zod" in value ? [value] : Object.values(value);
    return parts.filter((part): part is $ZodType => typeof part === "object" && part !== null && "_zod" in part);
  });
}
