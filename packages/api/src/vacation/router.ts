import { success } from "@daymark/domain/base/successes";
import {
  vacationCreateInput,
  vacationCreateOutput,
  vacationIdInput,
  vacationListInput,
  vacationListSchema,
} from "@daymark/domain/tracking/vacation";
import type * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { createVacation, previewVacation } from "./create.ts";
import { deleteVacation } from "./delete.ts";
import { listVacations } from "./list.ts";

type VacationAnswer = z.infer<typeof vacationCreateOutput>;

/** Days on which no habit is due. They are skipped; deleting a vacation removes its skips. */
export const vacationRouter = router({
  list: userProcedure
    .meta({ openapi: { method: "GET", path: "/vacations/", summary: "List vacations, latest first" } })
    .input(vacationListInput)
    .output(vacationListSchema)
    .query(async ({ ctx }) => {
      // It counts the skipped days, of which there may be millions.
      const results = await readInTurn(ctx, (sql) => listVacations(sql, ctx.user.id));
      return { results, next: null };
    }),

  create: userProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/vacations/",
        summary: "Create a vacation, or preview it",
        status: 201,
        statusOf: ({ dry_run }: VacationAnswer) => (dry_run ? 200 : 201),
      },
      changes: ["vacation", "progress"],
      readsAllHabits: "for_change",
    })
    .input(vacationCreateInput)
    .output(vacationCreateOutput)
    .mutation(({ ctx, input: { dry_run, ...range } }) =>
      dry_run ? previewVacation(ctx, range) : createVacation(ctx, range),
    ),

  delete: userProcedure
    .meta({
      openapi: { method: "DELETE", path: "/vacations/{id}/", summary: "Delete a vacation" },
      changes: ["vacation", "progress"],
      errors: ["vacation_not_found"],
    })
    .input(vacationIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      if (!(await deleteVacation(ctx, input.id))) throw new ApiError("vacation_not_found");
      return { detail: "vacation_deleted" };
    }),
});
