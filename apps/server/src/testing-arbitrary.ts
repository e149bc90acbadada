import fc, { type Arbitrary } from "fast-check";
import type { JsonSchema } from "./openapi/operation.ts";

/** Any JSON without the texts that an answer must not contain. */
const junk: Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, "", "\u0000", "\ud800", "__proto__", 2 ** 53, -1, 1e308, [], {}),
  fc.array(fc.integer(), { maxLength: 5 }),
  fc.dictionary(fc.string({ maxLength: 10 }), fc.integer(), { maxKeys: 3 }),
);

/**
 * Generates input of an operation from the schema of its procedure. Mostly it is valid, and sometimes a member is
 * missing, damaged or added.
 *
 * @param known values for members by name, in addition to those of the schema, so that an input reaches the database
 */
export function inputOf(schema: JsonSchema | null, known: Record<string, readonly unknown[]>) {
  const members = Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>);
  const requiredKeys = schema?.required ?? [];
  const guessed = members.map(([name, member]) => {
    const values = known[name];
    return [name, values ? fc.constantFrom(...values) : arbitraryOf(member)] as const;
  });
  const mixed = members.map(([name, member], index) => {
    const guess = guessed[index]?.[1] ?? junk;
    return [
      name,
      fc.oneof({ weight: 4, arbitrary: guess }, { weight: 4, arbitrary: arbitraryOf(member) }, junk),
    ] as const;
  });
  const [good, odd] = [Object.fromEntries(guessed), Object.fromEntries(mixed)];
  const required = guessed.filter(([name]) => requiredKeys.includes(name));
  const whole = fc.record(odd, { requiredKeys });
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(Object.fromEntries(required)) },
    { weight: 3, arbitrary: fc.record(good, { requiredKeys }) },
    { weight: 4, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(odd, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.constantFrom("is_staff", "user_id", "plan", "status", "surprise"), junk)
        .map(([input, name, value]) => ({ ...input, [name]: value })),
    },
  ) as Arbitrary<Record<string, unknown>>;
}

/** Values that a schema allows, also near its limits. Patterns and formats are only approximated. */
function arbitraryOf(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  if (choices.length > 0) return fc.oneof(...choices.map(arbitraryOf));
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf((schema.items ?? {}) as JsonSchema), {
        maxLength: Math.min(schema.maxItems ?? 8, 8),
      });
    case "object":
      return inputOf(schema, {});
    default:
      return junk;
  }
}

/** Longer texts are in hostile-requests.test.ts. */
const textLengthMax = 200;

function textOf({ minLength = 0, maxLength = textLengthMax, format }: JsonSchema): Arbitrary<string> {
  if (format === "email") return fc.emailAddress();
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === "date") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  const bounds = { minLength: Math.min(minLength, textLengthMax), maxLength: Math.min(maxLength, textLengthMax) };
  return fc.oneof(fc.string({ unit: "grapheme", ...bounds }), fc.string({ unit: "grapheme-ascii", ...bounds }));
}

function numberOf({ minimum = -1000, maximum = 1000 }: JsonSchema): Arbitrary<number> {
  const [min, max] = [Math.max(minimum, Number.MIN_SAFE_INTEGER), Math.min(maximum, Number.MAX_SAFE_INTEGER)];
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, min - 1, max + 1));
}
