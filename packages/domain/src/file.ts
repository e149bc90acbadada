import * as z from "zod/mini";

/** What an operation gives that answers a file: over REST it is sent as one, with its name and type in the headers. */
export const fileSchema = z.object({
  /** Letters, digits, dots and hyphens alone: it stands in a header as it is. */
  file_name: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]*$/)),
  content_type: z.string(),
  content: z.instanceof(Uint8Array),
});
export type FileAnswer = z.infer<typeof fileSchema>;
