import { dayOfWord, dayWords } from "@daymark/domain/base/day-word";
import * as z from "zod/mini";
import { inputMembers, type JsonSchema } from "./operation.ts";

type Members = Record<string, unknown>;
type Replace = (value: unknown, today: () => string) => unknown;

/**
 * Scripts and assistants know no time zone and no start of the day, so the REST API and the tools of MCP also take
 * `today` and `yesterday` wherever they take a day. Other text stays, and the schema checks it.
 *
 * @returns replaces the words in an input, which it does not change; null if it has no day. `today` of the
 * caller is computed only if a word occurs.
 */
export function createDayWords(input: JsonSchema | null): ((members: Members, today: () => string) => Members) | null {
  return input && (replacementOf(input) as ((members: Members, today: () => string) => Members) | null);
}

function replacementOf(schema: JsonSchema): Replace | null {
  if (schema.format === "date") return (value, today) => (typeof value === "string" ? dayOfWord(value, today) : value);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  if (choices.length > 0) return choiceReplacement(choices);
  if (schema.items) return listReplacement(schema.items as JsonSchema);
  const members = [...inputMembers(schema)].flatMap(([name, member]) => {
    const replace = replacementOf(member);
    return replace ? [[name, replace] as const] : [];
  });
  if (members.length === 0) return null;
  return (value, today) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const replaced: Members = { ...value };
    for (const [name, replace] of members) if (name in replaced) replaced[name] = replace(replaced[name], today);
    return replaced;
  };
}

/** A member that may be null is a choice, too. A value is in the form of one choice, so the others do not change it. */
function choiceReplacement(choices: readonly JsonSchema[]): Replace | null {
  const replacements = choices.flatMap((choice) => replacementOf(choice) ?? []);
  if (replacements.length === 0) return null;
  return (value, today) => replacements.reduce((replaced, replace) => replace(replaced, today), value);
}

function listReplacement(items: JsonSchema): Replace | null {
  const replace = replacementOf(items);
  return replace && ((value, today) => (Array.isArray(value) ? value.map((item) => replace(item, today)) : value));
}

/** The format of the texts of a schema, such as `date`, if the schema names it. */
export function formatOf(zodSchema: z.core.$ZodType): unknown {
  return z.globalRegistry.get(zodSchema)?.format;
}

/** Describes a day of an input, which may be a word; leaves any other schema as it is. */
export function describeGivenDay(zodSchema: z.core.$ZodType, json: JsonSchema): void {
  if (formatOf(zodSchema) !== "date") return;
  delete json.type;
  delete json.format;
  json.description ??=
    "A date, or `today` or `yesterday` in the caller's time zone, with the caller's start of the day.";
  json.anyOf = [
    { type: "string", format: "date", examples: ["2026-03-01"] },
    { type: "string", enum: [...dayWords] },
  ];
}
