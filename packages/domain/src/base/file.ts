import * as z from "zod/mini";

const fileName = /^[a-z0-9][a-z0-9.-]*$/;

/** The name under which a file is sent whose own begins with a letter or digit, and may have capitals and other signs. */
export function fileNameOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "-");
}

/**
 * What an operation gives that answers a file: over REST it is sent as one, with its name and type in the headers. The
 * server reads or makes it while it sends it.
 */
export const fileSchema = z.object({
  /** Letters, digits, dots and hyphens alone: it stands in a header as it is. */
  file_name: z.string().check(z.regex(fileName)),
  content_type: z.string(),
  /** If it breaks off, the connection does too. */
  content: z.instanceof(ReadableStream),
  /** The length, if it is known beforehand. */
  bytes: z.optional(z.int()),
});
export type FileAnswer = z.infer<typeof fileSchema>;

/** A file that somebody sends: over REST, as a part of a form. Its name and type are what the sender says. */
export const uploadSchema = z.object({
  file_name: z.string(),
  content_type: z.string(),
  content: z.instanceof(Uint8Array),
});
export type Upload = z.infer<typeof uploadSchema>;
