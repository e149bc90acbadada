import { siteNetworkOf } from "@daymark/auth/client/address";
import { ClientLeft, QueueFull, type WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import { importBytesMax, importInput, importSchema } from "@daymark/domain/account/import";
import { mappingBytesMax } from "@daymark/domain/csv-import/csv-mapping";
import { type Context, callersToday } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { inTurnOfUser, isUserIdle, type UserCall } from "../procedure/user-queue.ts";
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
      return inBothTurns(ctx, () => withSignal(ctx.watchClient, run));
    }),
});

/** How often a user's other changes may be under way at the moment in which the turn of an import comes. */
const triesMax = 5;

/**
 * Runs an import in a turn of the imports and in its user's turn. While it waits for either, it holds neither: other users'
 * imports do not wait for its user's changes, nor these changes for the imports of others.
 *
 * @throws QueueFull, ClientLeft
 */
async function inBothTurns<Result>(
  ctx: UserCall & Pick<Context, "client" | "watchClient">,
  run: () => Promise<Result>,
): Promise<Result> {
  const network = siteNetworkOf(ctx.client.address);
  for (let tries = 1; tries <= triesMax; tries++) {
    await inTurnOfUser(ctx, async () => {}, ctx.watchClient);
    const runIfIdle = async () => (isUserIdle(ctx) ? { answer: await inTurnOfUser(ctx, run) } : undefined);
    const outcome = await inTurn(network, runIfIdle, ctx.watchClient);
    if (outcome) return outcome.answer;
  }
  throw new QueueFull("other changes of the user were under way each time");
}

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
