import type { FieldErrors } from "@daymark/domain/base/validation";
import type { CsvMapping } from "@daymark/domain/csv-import/csv-mapping";
import type { ChosenFile } from "./chosen-file.ts";
import { toMapping } from "./csv/mapping-draft.ts";

/** The mapping that is sent with a table, or what is wrong with it; no mapping for any other file. */
export function mappingOf({ mapped }: ChosenFile): { mapping: CsvMapping | null } | { faults: FieldErrors } {
  return mapped ? toMapping(mapped.draft, mapped.table.separator) : { mapping: null };
}

/** The body of the request. A dry run only reports what the import would change. */
export async function createImportForm(
  { file, format }: ChosenFile,
  mapping: CsvMapping | null,
  { isDryRun }: { isDryRun: boolean },
): Promise<FormData> {
  const form = new FormData();
  if (mapping) form.append("mapping", JSON.stringify(mapping));
  form.append("format", format);
  form.append("dry_run", String(isDryRun));
  form.append("file", format === "daymark" ? await compress(file) : file);
  return form;
}

/** Our files consist of many similar lines, and may be larger than the server accepts uncompressed (RFC 1952). */
function compress(file: File): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
