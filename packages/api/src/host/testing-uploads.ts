import type { UploadedFile, Uploads } from "./uploads.ts";

/** All files of a storage at once. */
export async function listAll(uploads: Pick<Uploads, "list">): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  for await (const file of uploads.list()) files.push(file);
  return files;
}
