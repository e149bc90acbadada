import {
  setupCheckInput,
  setupCheckOutput,
  setupCreateInput,
  setupCreateOutput,
  setupSendTestInput,
  setupSendTestOutput,
} from "@daymark/domain/operator/setup";
import { limitAddress } from "../procedure/rate-limit.ts";
import { publicProcedure, router } from "../procedure/trpc.ts";
import { requireSetup } from "./check-code.ts";
import { createFirstAdmin } from "./create-admin.ts";
import { mailFromOf, smtpUrlOf } from "./settings.ts";

/** The first start in the browser (docs/decisions/0082). Once there is an admin, each call answers `not_found`. */
export const setupRouter = router({
  check: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/setup/code/",
        summary: "Get the settings that variables decide, with the code of the first start",
      },
      errors: ["not_found", "too_many_requests"],
    })
    .input(setupCheckInput)
    .output(setupCheckOutput)
    .mutation(async ({ ctx, input }) => (await requireSetup(ctx, input.code)).fixed),

  sendTest: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/setup/test-mail/",
        summary: "Send a mail to see whether the mail server works",
      },
      errors: ["not_found", "too_many_requests"],
    })
    .input(setupSendTestInput)
    .output(setupSendTestOutput)
    .mutation(async ({ ctx, input }) => {
      const setup = await requireSetup(ctx, input.code);
      await limitAddress(ctx, "setup_mail");
      const { fixed } = setup;
      const outcome = await setup.sendTest({
        to: input.to,
        language: ctx.language,
        smtpUrl: fixed.has_smtp ? undefined : smtpUrlOf(input),
        mailFrom: fixed.mail_from === null ? mailFromOf(input) : undefined,
      });
      return { outcome };
    }),

  create: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/setup/",
        summary: "Create the first admin and store the settings; the server starts again with them",
        status: 201,
      },
      errors: ["not_found", "too_many_requests"],
    })
    .input(setupCreateInput)
    .output(setupCreateOutput)
    .mutation(async ({ ctx, input }) => {
      const setup = await requireSetup(ctx, input.code);
      await createFirstAdmin(ctx, setup, input);
      await setup.finish();
      const { username, public_url = null } = input;
      return { username, public_url: setup.fixed.public_url ?? (public_url && new URL(public_url).origin) };
    }),
});
