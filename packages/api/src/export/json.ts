import { pagesOf, type Rows } from "./pages.ts";
import type { ExportParts } from "./read.ts";

/**
 * The file from which an import restores everything, as `exportSchema` of the domain: UTF-8, one row a line. It yields the
 * text page by page, so that no long list is in memory as a whole.
 */
export async function* writeJson(parts: ExportParts): AsyncGenerator<Buffer, void> {
  let before = "{";
  for (const [name, part] of Object.entries<object | string | number | undefined>({ ...parts })) {
    if (part === undefined) continue;
    const start = `${before}${JSON.stringify(name)}:`;
    before = ",\n";
    if (!isList(part)) {
      yield Buffer.from(start + JSON.stringify(part));
      continue;
    }
    yield Buffer.from(`${start}[`);
    let separator = "\n";
    for await (const page of pagesOf(part)) {
      yield Buffer.from(separator + page.map((row) => JSON.stringify(row)).join(",\n"));
      separator = ",\n";
    }
    yield Buffer.from("]");
  }
  yield Buffer.from("}\n");
}

function isList(part: object | string | number): part is Rows<object> {
  return typeof part === "object" && (Array.isArray(part) || Symbol.asyncIterator in part);
}
