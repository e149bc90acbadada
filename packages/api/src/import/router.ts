import { siteNetworkOf } from "@daymark/auth/client/address";
import { ClientLeft, type WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import { importBytesMax, importInput, importSchema } from "@daymark/domain/account/import";
import { mappingBytesMax } from "@daymark/domain/csv-import/csv-mapping";
import { callersToday } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { inTurnOfUser } from "../procedure/user-queue.ts";
import { createImportQueue } from "./queue.ts";
import { readFile } from "./read-file.ts";
import { Report } from "./readers/report.ts";
import { writeImport } from "./write.ts";

const inTurn = createImportQueue();

export const importRouter = router({
  run: userProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/import/",
        hasOwnQueue: true,
        summary: "Import a file, all or nothing, or preview the import",
        upload: {
          member: "file",
          bytesMax: importBytesMax,
          textBytesMax: mappingBytesMax,
          about:
            "A file from Daymark (which may be packed by gzip), Loop Habit Tracker, HabitBull, Rewire, Tickmate, Beaver Habits, HabitTrove, Table Habit or Habitica; or any CSV file, with a mapping of its columns.",
        },
      },
      changes: ["habit", "progress", "note", "vacation", "reminder"],
      featureSwitch: "import",
      errors: ["too_many_requests"],
    })
    .input(importInput)
    .output(importSchema)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, "import", ctx.user.id);
      const run = async (signal: AbortSignal) => {
        const report = new Report();
        const timezone = ctx.timezone ?? ctx.user.timezone ?? "UTC";
        const reading = {
          format: input.format,
          mapping: input.mapping,
          report,
          today: callersToday(ctx),
          timezone,
          signal,
        };
        const { content, format } = await readFile(input.file.content, reading);
        signal.throwIfAborted();
        await ctx.confirmCaller?.();
        const isDryRun = input.dry_run ?? false;
        const answer = { ...(await writeImport(ctx, content, { report, isDryRun, signal })), format };
        if (!isDryRun) ctx.services.tally.addImported(answer.imported.progress);
        return answer;
      };
      const network = siteNetworkOf(ctx.client.address);
      const runInTurn = () => inTurn(network, () => withSignal(ctx.watchClient, run), ctx.watchClient);
      // The user's turn first: an import that waits for other changes of its user must not hold the only turn of the imports.
      return inTurnOfUser(ctx, runInTurn, { watchClient: ctx.watchClient });
    }),
});

/** @param work receives a signal that aborts with ClientLeft when the client disconnects */
async function withSignal<Result>(
  watchClient: WatchClient | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const unwatch = watchClient?.(() => controller.abort(new ClientLeft("the client left during its import")));
  try {
    return await work(controller.signal);
  } finally {
    unwatch?.();
  }
}
