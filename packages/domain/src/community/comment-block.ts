import * as z from "zod/mini";
import { spansSchema } from "./rich-text-input.ts";

const marking = { text: z.string(), spans: spansSchema };

/** A part of a comment in Markdown, in the form of a post's blocks. All of its text is plain: there is no HTML. */
export const commentBlockSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), ...marking }),
  z.object({
    kind: z.literal("list"),
    ordered: z.boolean(),
    /** The number of the first item of an ordered list, if it is not 1. */
    start: z.optional(z.int()),
    items: z.array(z.object({ ...marking, level: z.optional(z.int()) })),
  }),
  z.object({ kind: z.literal("quote"), ...marking }),
  z.object({ kind: z.literal("code"), text: z.string() }),
]);
export type CommentBlock = z.infer<typeof commentBlockSchema>;
