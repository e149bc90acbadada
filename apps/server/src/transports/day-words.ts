import { dayOfWord } from "@daymark/domain/base/day-word";
import { inputMembers, type JsonSchema } from "../openapi/operation.ts";

type Members = Record<string, unknown>;
type Replace = (value: unknown, today: () => string) => unknown;

/**
 * Scripts know no time zone and no start of the day, so the REST API also takes `today` and `yesterday` wherever an
 * operation takes a day. Other text stays, and the schema checks it.
 *
 * @returns replaces the words in an input, which it does not change; null if the operation takes no day. `today` of the
 * caller is computed only if a word occurs.
 */
export function createDayWords(input: JsonSchema | null): ((members: Members, today: () => string) => Members) | null {
  return input && (replacementOf(input) as ((members: Members, today: () => string) => Members) | null);
}

function replacementOf(schema: JsonSchema): Replace | null {
  if (schema.format === "date") return (value, today) => (typeof value === "string" ? dayOfWord(value, today) : value);
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

function listReplacement(items: JsonSchema): Replace | null {
  const replace = replacementOf(items);
  return replace && ((value, today) => (Array.isArray(value) ? value.map((item) => replace(item, today)) : value));
}
