import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { withoutControls } from "../text/characters.ts";
import { isWebAddress } from "../text/linked-address.ts";
import { firstBroken, lengthTo, notBlank, readable, typedText } from "../text/text.ts";
import { urlLengthMax } from "../text/web-address.ts";
import { plainMarks } from "./rich-text.ts";
import { spanChecks, spansInput, spansMax, spansSchema } from "./rich-text-input.ts";
import { altText, uploadsPath } from "./stored-image.ts";

/** The kinds of blocks. The first six are those of the specification. */
export const blockKinds = [
  ...(["title", "subtitle", "paragraph", "link", "image", "divider"] as const),
  ...(["list", "quote", "code"] as const),
] as const;
export type BlockKind = (typeof blockKinds)[number];

export const blocksMax = 200;
export const blockTextLengthMax = 10_000;
const headingLengthMax = 150;
export const linkTextLengthMax = 300;
export const listItemsMax = 100;
export const listItemLengthMax = 2000;
/** The deepest level of an item, from 0. */
export const listLevelMax = 3;

const url = z
  .string()
  .check(z.trim(), firstBroken([lengthTo(urlLengthMax), readable, { code: "url_invalid", holds: isWebAddress }]));

const heading = typedText({ min: 1, max: headingLengthMax });
const runningText = typedText({ min: 1, max: blockTextLengthMax });

/**
 * Code keeps the indentation of its first line, which {@link typedText} would trim: only empty lines before it and white
 * space after it go.
 */
const codeText = z.string().check(
  z.overwrite((text) =>
    withoutControls(text)
      .replaceAll(/\r\n?/g, "\n")
      .replace(/^(?:[ \t]*\n)+/, "")
      .trimEnd(),
  ),
  firstBroken([notBlank, lengthTo(blockTextLengthMax), readable]),
  z.meta({ minLength: 1, maxLength: blockTextLengthMax }),
);

const listItem = z
  .strictObject({
    text: typedText({ min: 1, max: listItemLengthMax }),
    spans: spansInput,
    /** 0, if absent: the list itself. An item is at most one level deeper than the item before it. */
    level: z.optional(z.int().check(z.gte(0), z.lte(listLevelMax))),
  })
  .check(
    ...spanChecks(),
    z.overwrite(({ level, ...item }) => (level ? { ...item, level } : item)),
  );

const listItems = z.array(listItem).check(
  z.minLength(1),
  z.maxLength(listItemsMax),
  z.check((payload) => {
    let maximum = 0;
    for (const [index, { level = 0 }] of payload.value.entries()) {
      if (level > maximum) {
        const bound = { code: "too_big", origin: "number", maximum, inclusive: true } as const;
        payload.issues.push({ ...bound, input: level, path: [index, "level"] });
        return;
      }
      maximum = level + 1;
    }
  }),
);

/** A block in a request. */
export const blockInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("title"), text: heading, spans: spansInput }).check(...spanChecks()),
  z.strictObject({ kind: z.literal("subtitle"), text: heading, spans: spansInput }).check(...spanChecks()),
  z.strictObject({ kind: z.literal("paragraph"), text: runningText, spans: spansInput }).check(...spanChecks()),
  z.strictObject({ kind: z.literal("link"), text: typedText({ min: 1, max: linkTextLengthMax }), url }),
  z
    .strictObject({
      kind: z.literal("image"),
      image_id: z.optional(idSchema),
      /**
       * The address of an external image. For a stored image the server ignores it, so that a client can send back a
       * block that it read.
       */
      url: z.optional(z.string().check(z.trim(), firstBroken([lengthTo(urlLengthMax), readable]))),
      alt: altText,
      width: z.optional(z.int()),
      height: z.optional(z.int()),
      srcset: z.optional(z.string()),
    })
    .check(
      z.refine(
        ({ image_id, url }) => (image_id === undefined) === (url !== undefined && !url.startsWith(uploadsPath)),
        {
          error: "image_id_or_url",
          path: ["url"],
        },
      ),
      z.refine(({ url }) => url === undefined || url.startsWith(uploadsPath) || isWebAddress(url), {
        error: "url_invalid",
        path: ["url"],
      }),
    ),
  z.strictObject({ kind: z.literal("divider") }),
  z.strictObject({ kind: z.literal("list"), ordered: z.boolean(), items: listItems }),
  z.strictObject({ kind: z.literal("quote"), text: runningText, spans: spansInput }).check(...spanChecks()),
  z.strictObject({ kind: z.literal("code"), text: codeText }),
]);
export type BlockInput = z.infer<typeof blockInput>;

/** A block in the database. A stored image has only its id; its address and size follow from the id. */
export type Block =
  | Exclude<BlockInput, { kind: "image" }>
  | { kind: "image"; image_id: number; alt: string }
  | { kind: "image"; url: string; alt: string };

const richTextMembers = { text: z.string(), spans: spansSchema };

/** A block in a response: a stored image has its address and sizes. */
export const blockSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("title"), ...richTextMembers }),
  z.object({ kind: z.literal("subtitle"), ...richTextMembers }),
  z.object({ kind: z.literal("paragraph"), ...richTextMembers }),
  z.object({ kind: z.literal("link"), text: z.string(), url: z.string() }),
  z.object({
    kind: z.literal("image"),
    /** Stored images only; an external image has only its address. */
    image_id: z.optional(z.int()),
    url: z.string(),
    alt: z.string(),
    /** Pixels; stored images only. */
    width: z.optional(z.int()),
    height: z.optional(z.int()),
    /** `srcset` of the smaller sizes; stored images only. */
    srcset: z.optional(z.string()),
  }),
  z.object({ kind: z.literal("divider") }),
  z.object({
    kind: z.literal("list"),
    ordered: z.boolean(),
    items: z.array(z.object({ ...richTextMembers, level: z.optional(z.int()) })),
  }),
  z.object({ kind: z.literal("quote"), ...richTextMembers }),
  z.object({ kind: z.literal("code"), text: z.string() }),
]);
export type ShownBlock = z.infer<typeof blockSchema>;

/** A working copy may be this many times as long as a post: the author shortens what was pasted. */
export const draftLengthFactor = 2;

/** A text as typed: it may break every rule except those about its size and storage. */
export const draftText = (max: number) => z.string().check(firstBroken([lengthTo(max), readable]));

const draftSpans = z.optional(
  z
    .array(
      z.strictObject({
        from: z.int().check(z.gte(0)),
        to: z.int().check(z.gte(0)),
        mark: z.enum([...plainMarks, "link"]),
        href: z.optional(draftText(urlLengthMax)),
      }),
    )
    .check(z.maxLength(spansMax * draftLengthFactor)),
);

/** The blocks of a working copy. Each kind uses some of the members. */
export const draftBlocks = z
  .array(
    z.strictObject({
      kind: z.enum(blockKinds),
      text: z.optional(draftText(blockTextLengthMax * draftLengthFactor)),
      spans: draftSpans,
      url: z.optional(draftText(urlLengthMax)),
      alt: z.optional(draftText(1000)),
      image_id: z.optional(idSchema),
      ordered: z.optional(z.boolean()),
      items: z.optional(
        z
          .array(
            z.strictObject({
              text: draftText(listItemLengthMax * draftLengthFactor),
              spans: draftSpans,
              level: z.optional(z.int().check(z.gte(0), z.lte(listLevelMax))),
            }),
          )
          .check(z.maxLength(listItemsMax * draftLengthFactor)),
      ),
    }),
  )
  .check(z.maxLength(blocksMax));
