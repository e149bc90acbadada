import { UsageError } from "./command.ts";
import { moveUploads } from "./commands.ts";

/**
 * `admin move-uploads`: see move-uploads.ts.
 *
 * @throws UsageError without a target; StartError
 */
export async function moveUploadsOf(
  root: string,
  { to, isSourceKept, isDryRun }: { to: string | undefined; isSourceKept: boolean; isDryRun: boolean },
): Promise<void> {
  if (to !== "s3" && to !== "folder") throw new UsageError("Say where to: move-uploads --to s3, or --to folder.");
  const { copied, bytes, there, deleted } = await moveUploads(root, { to, isSourceKept, isDryRun });
  console.log(
    isDryRun
      ? `It will copy ${copied} files with ${bytes} bytes to ${to}, which already has ${there}, and delete ${deleted} from the old place.`
      : `Copied ${copied} files with ${bytes} bytes to ${to}, which already had ${there}, and deleted ${deleted} from the old place.`,
  );
}
