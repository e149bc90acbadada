import type { ExportParts } from "./read.ts";

/** The file from which an import restores everything, as `exportSchema` of the domain: UTF-8, one entry a line. */
export async function writeJson({ progress, ...parts }: ExportParts): Promise<Uint8Array<ArrayBuffer>> {
  // The entries come last, page by page, so that they are never all objects and text at the same time.
  const chunks = [Buffer.from(`${JSON.stringify(parts).slice(0, -1)},"progress":[`)];
  let separator = "\n";
  for await (const page of progress) {
    chunks.push(Buffer.from(separator + page.map((entry) => JSON.stringify(entry)).join(",\n")));
    separator = ",\n";
  }
  chunks.push(Buffer.from("]}\n"));
  return Buffer.concat(chunks);
}
