import { captchaGetInput, captchaSchema } from "@daymark/domain/account/captcha";
import { limitAddress } from "../procedure/rate-limit.ts";
import { publicProcedure, router } from "../procedure/trpc.ts";

export const captchaRouter = router({
  get: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/captcha/", summary: "Get a captcha challenge" },
      errors: ["too_many_requests"],
    })
    .input(captchaGetInput)
    .output(captchaSchema)
    .query(async ({ ctx, input }) => {
      await limitAddress(ctx, "captcha");
      return ctx.services.captcha.challenge(input.action);
    }),
});
