import type * as z from "zod/mini";
import { $ZodArray, $ZodObject, $ZodObjectJIT, type $ZodType, parse } from "zod/v4/core";
import { createPace } from "../base/pace.ts";

/** A function that checks an output, for tRPC, beside the schema it was made of, for the API document. */
export type CompiledOutput<Schema extends z.ZodMiniType> = ((
  value: unknown,
) => z.output<Schema> | Promise<z.output<Schema>>) & { schema: Schema };

/** Rows that are checked in one turn of the event loop, in a few milliseconds. */
const rowsAtOnce = 2_000;

/**
 * The check of an output with hundreds of rows: zod generates a function for each object of the schema.
 *
 * The schemas are those of zod/mini, because clients import them too. zod/mini generates no functions, and tRPC would
 * call `parseAsync`, which uses none. Checking the month of six habits takes 12 µs instead of 69. A list of thousands of
 * rows is checked in turns of the event loop, because all rows of a year of four hundred habits take 100 ms.
 *
 * @param schema may contain lists and objects; any other type within it is checked as zod/mini does
 */
export function compiledOutput<Schema extends z.ZodMiniType>(schema: Schema): CompiledOutput<Schema> {
  const compiled = compile(schema);
  const check = (value: unknown) => parse(compiled, value) as z.output<Schema>;
  const lists = compiled instanceof $ZodObject ? Object.entries(compiled._zod.def.shape) : [];
  const checkAny = (value: unknown): z.output<Schema> | Promise<z.output<Schema>> => {
    for (const [name, list] of lists) {
      const rows = (value as Readonly<Record<string, unknown>> | null)?.[name];
      if (list instanceof $ZodArray && Array.isArray(rows) && rows.length > rowsAtOnce) {
        return checkInTurns(check, value as object, { name, rows, row: list._zod.def.element });
      }
    }
    return check(value);
  };
  return Object.assign(checkAny, { schema });
}

interface LongList {
  name: string;
  rows: readonly unknown[];
  row: $ZodType;
}

async function checkInTurns<Output>(
  check: (value: unknown) => Output,
  value: object,
  { name, rows, row }: LongList,
): Promise<Output> {
  const rest = check({ ...value, [name]: [] });
  const pace = createPace(rowsAtOnce);
  const checked: unknown[] = [];
  for (const given of rows) {
    checked.push(parse(row, given));
    if (pace.isDue(checked.length)) await pace.giveWay(checked.length);
  }
  return { ...rest, [name]: checked };
}

function compile(schema: $ZodType): $ZodType {
  if (schema instanceof $ZodArray) {
    const { def } = schema._zod;
    return new $ZodArray({ ...def, element: compile(def.element) });
  }
  if (schema instanceof $ZodObject) {
    const { def } = schema._zod;
    const shape = Object.entries(def.shape).map(([name, member]) => [name, compile(member)]);
    return new $ZodObjectJIT({ ...def, shape: Object.fromEntries(shape) });
  }
  return schema;
}
