import * as z from "zod/mini";
import { noteLengthMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { typedText } from "../text/text.ts";

/** Per user: every list contains all of them. */
export const notesMax = 1000;

const text = typedText({ min: 1, max: noteLengthMax });

export const noteSchema = z.object({
  id: z.int(),
  text: z.string(),
  pinned: z.boolean(),
  created_at: answeredInstantSchema,
  updated_at: answeredInstantSchema,
});
export type Note = z.infer<typeof noteSchema>;

/** Pinned first, then newest. */
export const noteListSchema = z.object({ results: z.array(noteSchema), next: z.null() });

export const noteCreateInput = z.strictObject({ text, pinned: z.optional(z.boolean()) });
export const noteUpdateInput = z.strictObject({
  id: idSchema,
  text: z.optional(text),
  pinned: z.optional(z.boolean()),
});
export const noteIdInput = z.strictObject({ id: idSchema });
