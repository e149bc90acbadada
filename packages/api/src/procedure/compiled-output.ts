import type * as z from "zod/mini";
import { $ZodArray, $ZodObject, $ZodObjectJIT, type $ZodType, parse } from "zod/v4/core";
import { createPace } from "../base/pace.ts";

/** A function that checks an output, for tRPC, beside the schema it was made of, for the API document. */
export type CompiledOutput<Schema extends z.ZodMiniType> = ((
  value: unknown,
) => z.output<Schema> | Promise<z.output<Schema>>) & { schema: Schema };

/** Rows, and items of lists within them, that are checked in one turn of the event loop, in a few milliseconds. */
const rowsAtOnce = 2_000;

/**
 * The check of an output with hundreds of rows: zod generates a function for each object of the schema.
 *
 * The schemas are those of zod/mini, because clients import them too. zod/mini generates no functions, and tRPC would
 * call `parseAsync`, which uses none. Checking the month of six habits takes 12 µs instead of 69. A list of thousands of
 * rows, or of rows with long lists, is checked in turns of the event loop, because all rows of a year of four hundred
 * habits take 100 ms.
 *
 * @param schema may contain lists and objects; any other type within it is checked as zod/mini does
 */
export function compiledOutput<Schema extends z.ZodMiniType>(schema: Schema): CompiledOutput<Schema> {
  const compiled = compile(schema);
  const check = (value: unknown) => parse(compiled, value) as z.output<Schema>;
  const lists = compiled instanceof $ZodObject ? listsOf(compiled) : [];
  const checkAny = (value: unknown): z.output<Schema> | Promise<z.output<Schema>> => {
    for (const list of lists) {
      const rows = (value as Readonly<Record<string, unknown>> | null)?.[list.name];
      if (Array.isArray(rows) && (list.hasLists ? countItems(rows) : rows.length) > rowsAtOnce) {
        return checkInTurns(check, value as object, rows, list);
      }
    }
    return check(value);
  };
  return Object.assign(checkAny, { schema });
}

/** A member that is a list of rows. */
interface List {
  name: string;
  row: $ZodType;
  /** Whether a row contains lists. To count the items of rows without any would take as long as to check them. */
  hasLists: boolean;
}

function listsOf(schema: $ZodObject): List[] {
  return Object.entries(schema._zod.def.shape).flatMap(([name, list]) => {
    if (!(list instanceof $ZodArray)) return [];
    const row = list._zod.def.element;
    const members = row instanceof $ZodObject ? Object.values(row._zod.def.shape) : [];
    return [{ name, row, hasLists: members.some((member) => member instanceof $ZodArray) }];
  });
}

async function checkInTurns<Output>(
  check: (value: unknown) => Output,
  value: object,
  rows: readonly unknown[],
  { name, row, hasLists }: List,
): Promise<Output> {
  const rest = check({ ...value, [name]: [] });
  const pace = createPace(rowsAtOnce);
  const checked: unknown[] = [];
  let done = 0;
  for (const given of rows) {
    checked.push(parse(row, given));
    done += 1 + (hasLists ? countItems(given) : 0);
    if (pace.isDue(done)) await pace.giveWay(done);
  }
  return { ...rest, [name]: checked };
}

/** The items of all lists within a value. */
function countItems(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += 1 + countItems(item);
    return count;
  }
  // Not Object.values: its lists would take longer than all the rest.
  for (const name in value) count += countItems((value as Readonly<Record<string, unknown>>)[name]);
  return count;
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
