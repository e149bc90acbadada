import { join } from "node:path";
import { ApiError } from "@daymark/api/base/error";
import { createS3Uploads, type S3Config } from "@daymark/api/host/s3-uploads";
import { createUploads, type Uploads } from "@daymark/api/host/uploads";
import type { Log } from "@daymark/api/procedure/context";
import { StartError } from "@daymark/db/start-error";

/** The part of the configuration that says where uploads are. */
export interface UploadsPlace {
  dataDirectory: string;
  /** Undefined for the folder. */
  uploadsBucket: S3Config | undefined;
}

/** The folder in which uploads are if no bucket is configured. */
export function uploadsFolder({ dataDirectory }: Pick<UploadsPlace, "dataDirectory">): string {
  return join(dataDirectory, "uploads");
}

/**
 * Opens the storage of uploads. If S3 does not answer, the server still starts and logs the problem, because calendars
 * do not need pictures.
 *
 * @throws StartError if S3 refuses the bucket or the credentials
 */
export async function openUploads(place: UploadsPlace, log: Pick<Log, "info" | "warn">): Promise<Uploads> {
  if (!place.uploadsBucket) return createUploads(uploadsFolder(place));
  const uploads = await createS3Uploads(place.uploadsBucket, log);
  const refusal = await uploads.findRefusal().catch((error) => {
    if (isAway(error)) return null;
    throw error;
  });
  if (refusal === null) return uploads;
  throw new StartError(
    `S3 refuses the bucket ${place.uploadsBucket.bucket} of UPLOADS_URL (${refusal}): correct the address, the credentials or their rights.`,
  );
}

/** Whether the storage does not answer. */
export function isAway(error: unknown): error is ApiError {
  return error instanceof ApiError && error.key === "unavailable";
}
