import * as z from "zod/mini";

const fileName = /^[a-z0-9][a-z0-9.-]*$/;

/**
 * The file name for a download: lower case, with a hyphen in place of every special character.
 *
 * @param name begins with a letter or digit
 */
export function fileNameOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "-");
}

/**
 * The output of an operation that returns a file. REST sends it as a file, with its name and type in the headers. The
 * server reads or creates the content while it sends it.
 */
export const fileSchema = z.object({
  /** Only letters, digits, dots and hyphens, because a header contains it unescaped. */
  file_name: z.string().check(z.regex(fileName)),
  content_type: z.string(),
  /** If this stream fails, the server closes the connection. */
  content: z.instanceof(ReadableStream),
  /** The length, if it is known beforehand. */
  bytes: z.optional(z.int()),
  /** A weak ETag of the content (RFC 9110 8.8.3). A client that has this content already gets 304 without it. */
  etag: z.optional(z.string()),
});
export type FileAnswer = z.infer<typeof fileSchema>;

/** A file in a request; REST receives it as a part of a form. The client states its name and type. */
export const uploadSchema = z.object({
  file_name: z.string(),
  content_type: z.string(),
  content: z.instanceof(Uint8Array),
});
export type Upload = z.infer<typeof uploadSchema>;
