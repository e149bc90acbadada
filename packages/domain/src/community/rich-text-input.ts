import * as z from "zod/mini";
import { isWebAddress } from "../text/linked-address.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import { urlLengthMax } from "../text/web-address.ts";
import { normalSpans, plainMarks, type RichText, type Span } from "./rich-text.ts";

/** Spans of one text. */
export const spansMax = 200;

/**
 * One email address of RFC 6068 in ASCII or another script, without what would begin parameters, an escape or a second
 * address.
 */
const mailPattern = /^mailto:[^\s@/?#&%,;:<>"()[\]\\]+@(?:[^\s@/?#&%,;:<>"()[\]\\.]+\.)+[^\s@/?#&%,;:<>"()[\]\\.]+$/i;
const mailLengthMax = 300;

/** True for the address of a link in a text: a web address, or `mailto:` with one email address and nothing else. */
export function isLinkAddress(text: string): boolean {
  return isWebAddress(text) || (text.length <= mailLengthMax && mailPattern.test(text));
}

const position = z.int().check(z.gte(0));
const bounds = { from: position, to: position };
const href = z
  .string()
  .check(z.trim(), firstBroken([lengthTo(urlLengthMax), readable, { code: "url_invalid", holds: isLinkAddress }]));

const spanInput = z.discriminatedUnion("mark", [
  z.strictObject({ ...bounds, mark: z.enum(plainMarks) }),
  z.strictObject({ ...bounds, mark: z.literal("link"), href }),
]);

/** The member `spans` of a text in a request; {@link spanChecks} checks it against the text. */
export const spansInput = z.optional(
  z.array(spanInput).check(
    z.maxLength(spansMax),
    z.meta({
      description:
        "Marks on parts of the text. `from` and `to` (exclusive) count UTF-16 code units of the stored text, which is " +
        "trimmed. Links do not overlap each other, and lead to an absolute http or https address or to `mailto:` with one " +
        "address. The answer has them in order: equal marks that overlap or touch are one.",
    }),
  ),
);

/** The member `spans` of a text in a response. */
export const spansSchema = z.optional(
  z.array(
    z.discriminatedUnion("mark", [
      z.object({ from: z.int(), to: z.int(), mark: z.enum(plainMarks) }),
      z.object({ from: z.int(), to: z.int(), mark: z.literal("link"), href: z.string() }),
    ]),
  ),
);

/**
 * The checks of an object with `text` and `spans`: each span lies within the text, cuts no character in two, and no two
 * links overlap. The spans are then in their normal form; without any, the member is left out.
 */
export function spanChecks<Marked extends RichText>() {
  return [
    z.check<Marked>((payload) => {
      const { text, spans = [] } = payload.value;
      const overlap = indexOfOverlap(spans);
      for (const [index, span] of spans.entries()) {
        const fault = faultOf(text, span) ?? (index === overlap ? invalid : null);
        if (!fault) continue;
        payload.issues.push({ ...fault, input: span.to, path: ["spans", index, "to"], continue: false });
        return;
      }
    }),
    z.overwrite<Marked>((value) => {
      const { spans, ...rest } = value;
      const normal = spans && normalSpans(spans);
      return (normal && normal.length > 0 ? { ...rest, spans: normal } : rest) as Marked;
    }),
  ] as const;
}

const invalid = { code: "custom", message: "invalid" } as const;

/** The fault of a span that does not lie within its text, or cuts a character in two. */
function faultOf(text: string, { from, to }: Span) {
  const bound = { origin: "number", inclusive: true } as const;
  if (to > text.length) return { code: "too_big", maximum: text.length, ...bound } as const;
  if (from >= to) return { code: "too_small", minimum: from + 1, ...bound } as const;
  return cutsCharacter(text, from) || cutsCharacter(text, to) ? invalid : null;
}

/** True between the two halves of a surrogate pair. */
function cutsCharacter(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** The index of a link that overlaps an earlier one with another address; -1 if there is none. */
function indexOfOverlap(spans: readonly Span[]): number {
  const links = spans.flatMap((span, index) => (span.mark === "link" ? [{ ...span, index }] : []));
  links.sort((one, other) => one.from - other.from);
  let last: (typeof links)[number] | undefined;
  for (const link of links) {
    if (last && link.from < last.to && link.href !== last.href) return link.index;
    if (!last || link.to > last.to) last = link;
  }
  return -1;
}
