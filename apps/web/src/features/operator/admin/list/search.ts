/** The search parameters of a list: each is any short text, a day, or one of a few words. */
export type Members = Readonly<Record<string, readonly string[] | "text" | "day">>;

export type Search<Known extends Members> = {
  [Name in keyof Known]?: Known[Name] extends readonly (infer Word)[] ? Word : string;
};

const lengthMax = 100;

/** Reads an address's parameters, without invalid ones. */
export function readSearch<const Known extends Members>(
  known: Known,
  given: Readonly<Record<string, unknown>>,
): Search<Known> {
  const found = Object.entries(known).flatMap(([name, kind]) => {
    // The router parses 17 as a number, and true as a boolean.
    const text = given[name] === undefined || given[name] === null ? "" : String(given[name]).trim();
    const isRight =
      typeof kind === "string" ? kind === "text" || /^20\d\d-[01]\d-[0-3]\d$/.test(text) : kind.includes(text);
    return text !== "" && text.length <= lengthMax && isRight ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found) as Search<Known>;
}
