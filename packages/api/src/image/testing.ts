import { crc32, deflateSync } from "node:zlib";
import type { Upload } from "@daymark/domain/base/file";
import sharp from "sharp";
import type { Uploads } from "../host/uploads.ts";
import type { TestApi } from "../testing.ts";
import { deleteFiles, deleteFilesTask } from "./files.ts";

/** Runs the waiting deletions of files as the worker does, including those that are due later. */
export async function runDeletions(
  { sql, db, ...api }: Pick<TestApi, "sql" | "db" | "uploads">,
  uploads: Uploads = api.uploads,
): Promise<void> {
  const jobs = await sql<{ id: string; files: string[] }[]>`
    select jobs.id, array(select json_array_elements_text(payload -> 'files')) as files
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${deleteFilesTask}`;
  for (const { id, files } of jobs) {
    await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
    await deleteFiles(db, uploads, { files });
  }
}

/** A file as a form sends it. */
export function upload(content: Uint8Array): Upload {
  return { file_name: "picture.png", content_type: "image/png", content: Uint8Array.from(content) };
}

/** A picture of one colour, unique with high probability. */
export function picture(width: number, height: number, seed = Math.floor(Math.random() * 0xff_ff_ff)) {
  const background = { r: seed >> 16, g: (seed >> 8) & 0xff, b: seed & 0xff };
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A grey PNG of this size, one bit a pixel: a few kilobytes. */
export function hugePng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** PNG 5.3. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
