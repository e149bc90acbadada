import { fileNameOf } from "@daymark/domain/base/file";
import { streamOf } from "../host/backup-stream.ts";
import type { Services } from "../procedure/context.ts";

/**
 * A log file up to its present size, as lines of JSON.
 *
 * @throws ApiError app_dir_not_found, date_file_not_found
 */
export async function downloadLog(
  { logFiles }: Pick<Services, "logFiles">,
  { app_dir, date_file }: { app_dir: string; date_file: string },
) {
  const file = await logFiles.open(app_dir, date_file);
  return {
    file_name: fileNameOf(`daymark-${app_dir}-${date_file}`),
    content_type: "application/x-ndjson",
    ...(await streamOf(file)),
  };
}
