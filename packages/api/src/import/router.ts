import { createTurns } from "@daymark/auth/turn";
import { type ImportFormat, importBytesMax, importInput, importSchema } from "@daymark/domain/import";
import { callersToday } from "../context.ts";
import { limit } from "../limit.ts";
import { router, userProcedure } from "../trpc.ts";
import type { ImportContent } from "./content.ts";
import { readDaymark } from "./daymark.ts";
import { readLoop } from "./loop.ts";
import { Report } from "./report.ts";
import { writeImport } from "./write.ts";

type Read = (file: Uint8Array, report: Report, today: string) => Promise<ImportContent>;

const formats: Record<ImportFormat, Read> = { daymark: readDaymark, loop: readLoop };

/** A file, unpacked, is read in memory and written on one connection: one at once leaves both to everything else. */
const inTurn = createTurns({ atOnceMax: 1, waitingMax: 20 });

export const importRouter = router({
  run: userProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/import/",
        summary: "Add what a file holds: all that fits, or nothing; or say what would be added",
        upload: { member: "file", bytesMax: importBytesMax, about: "A Daymark file may be packed by gzip." },
      },
      changes: ["habit", "progress", "note", "vacation", "reminder"],
      switch: "import",
      errors: ["too_many_requests"],
    })
    .input(importInput)
    .output(importSchema)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, "import", ctx.user.id);
      return inTurn(async () => {
        const report = new Report();
        const content = await formats[input.format](input.file.content, report, callersToday(ctx));
        const isDryRun = input.dry_run ?? false;
        const answer = await writeImport(ctx, content, { report, isDryRun });
        if (!isDryRun) ctx.tally.addImported(answer.imported.progress);
        return answer;
      });
    }),
});
