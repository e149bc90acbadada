import { UsageError } from "./run-command.ts";
import { root } from "./run-program.ts";

/**
 * `npm run admin -- move-uploads`: see apps/server/src/cli/move-uploads.ts.
 *
 * @throws UsageError without a target; StartError
 */
export async function moveUploads({
  to,
  isSourceKept,
  isDryRun,
}: {
  to: string | undefined;
  isSourceKept: boolean;
  isDryRun: boolean;
}) {
  if (to !== "s3" && to !== "folder") throw new UsageError("Say where to: move-uploads --to s3, or --to folder.");
  const { moveUploads } = await import("../apps/server/src/cli/commands.ts");
  const { copied, bytes, there, deleted } = await moveUploads(root, { to, isSourceKept, isDryRun });
  console.log(
    isDryRun
      ? `It will copy ${copied} files with ${bytes} bytes to ${to}, where ${there} are already, and delete ${deleted} at the old place.`
      : `Copied ${copied} files with ${bytes} bytes to ${to}, where ${there} were already, and deleted ${deleted} at the old place.`,
  );
}
