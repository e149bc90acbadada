import { buffer } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { type Export, type ExportFormat, exportSchema } from "@daymark/domain/account/export";
import { unzipSync } from "fflate";
import { expect } from "vitest";
import type { TestUser } from "../testing.ts";

type Caller = Pick<TestUser["caller"], "export">;

/** All bytes of the exported file. */
export async function exportBytes(caller: Caller, format: ExportFormat = "json"): Promise<Buffer> {
  const { content } = await caller.export.get({ format });
  return buffer(content as NodeReadableStream);
}

/** The exported file, parsed by the schema of the import. */
export async function exportJson(caller: Caller): Promise<Export> {
  const read: unknown = JSON.parse(new TextDecoder().decode(await exportBytes(caller)));
  const parsed = exportSchema.parse(read);
  expect(parsed).toEqual(read);
  return parsed;
}

/** The text of each CSV file by its name, with its byte order mark. */
export async function exportCsv(caller: Caller): Promise<Record<string, string>> {
  const content = await exportBytes(caller, "csv");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
  return Object.fromEntries(Object.entries(unzipSync(content)).map(([name, bytes]) => [name, decoder.decode(bytes)]));
}
