import type { ResolvedRequest } from "./request.ts";

/** The kinds of findings, each with the guarantee that a finding breaks. */
export const findingKinds = {
  gone: "the process neither ends nor restarts",
  failure: "no answer is a 5xx other than 503 with Retry-After",
  framing: "each answer has one framing",
  schema: "each answer matches its schema",
  door: "the server refuses paths that are encoded twice, inputs to revive as another type, and batches over the limit",
  unanswered: "each complete request is answered",
  stall: "no request makes another caller wait",
  memory: "memory does not grow",
} as const;

export type FindingKind = keyof typeof findingKinds;

export interface Finding {
  kind: FindingKind;
  /** What happened, in words. */
  sentence: string;
  sent: ResolvedRequest | null;
  /** The case of `cases/` that found it; null for a generated request. */
  caseName: string | null;
  times: number;
}

/** The report shows this many new findings of one kind and only counts the rest. */
const toldMax = 40;

/** Collects findings without repetitions: two findings with the same text about the same noun count as one fault. */
export function createFindings() {
  const found = new Map<string, Finding>();
  let untold = 0;
  return {
    /** @returns whether it is new */
    add({ kind, sentence, sent, caseName }: Omit<Finding, "times">): boolean {
      const key = `${caseName ?? ""} ${familyOf({ kind, sentence }, sent?.request.about)}`;
      const known = found.get(key);
      if (known) {
        known.times += 1;
        return false;
      }
      const isTooMany = [...found.values()].filter((other) => other.kind === kind && !other.caseName).length >= toldMax;
      if (isTooMany && !caseName) {
        untold += 1;
        return false;
      }
      found.set(key, { kind, sentence, sent, caseName, times: 1 });
      return true;
    },
    list: (): Finding[] => [...found.values()],
    untold: () => untold,
  };
}

/**
 * The key by which findings count as one fault. It leaves out numbers and quoted words, which differ from answer to
 * answer, and names only the noun or folder, because its calls or files mostly fail together.
 *
 * @param about the request's, such as `REST habit.create` or `site /assets/x.js`
 */
export function familyOf({ kind, sentence }: Pick<Finding, "kind" | "sentence">, about = ""): string {
  const [area = ""] = /^\S* \/?\w*/.exec(about) ?? [];
  const words = sentence.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/\d+/g, "0");
  return `${kind} ${area} ${words.slice(0, 120)}`;
}
