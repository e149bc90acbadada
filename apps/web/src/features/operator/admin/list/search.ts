/** What an address may ask of a list: each member is any short text, or one of a few words. */
export type Members = Readonly<Record<string, readonly string[] | "text" | "day">>;

export type Search<Known extends Members> = {
  [Name in keyof Known]?: Known[Name] extends readonly (infer Word)[] ? Word : string;
};

const lengthMax = 100;

/** Takes what is known of an address's parameters; what is wrong is left out. */
export function readSearch<const Known extends Members>(
  known: Known,
  given: Readonly<Record<string, unknown>>,
): Search<Known> {
  const found = Object.entries(known).flatMap(([name, kind]) => {
    // A router reads 17 as a number, and true as a truth.
    const text = given[name] === undefined || given[name] === null ? "" : String(given[name]).trim();
    const isRight =
      typeof kind === "string" ? kind === "text" || /^20\d\d-[01]\d-[0-3]\d$/.test(text) : kind.includes(text);
    return text !== "" && text.length <= lengthMax && isRight ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found) as Search<Known>;
}
