import { accountRouter } from "./account/router.ts";
import { apiKeyRouter } from "./api-key/router.ts";
import { authRouter } from "./auth/router.ts";
import { captchaRouter } from "./captcha/router.ts";
import { exportRouter } from "./export/router.ts";
import { habitRouter } from "./habit/router.ts";
import { noteRouter } from "./note/router.ts";
import { oauthRouter } from "./oauth/router.ts";
import { passkeyRouter } from "./passkey/router.ts";
import { progressRouter } from "./progress/router.ts";
import { securityEventRouter } from "./security-event/router.ts";
import { sessionRouter } from "./session/router.ts";
import { router } from "./trpc.ts";
import { twoFactorRouter } from "./two-factor/router.ts";

export const appRouter = router({
  account: accountRouter,
  apiKey: apiKeyRouter,
  auth: authRouter,
  captcha: captchaRouter,
  export: exportRouter,
  habit: habitRouter,
  note: noteRouter,
  oauth: oauthRouter,
  passkey: passkeyRouter,
  progress: progressRouter,
  securityEvent: securityEventRouter,
  session: sessionRouter,
  twoFactor: twoFactorRouter,
});

/** The one type the web client knows of the server. */
export type AppRouter = typeof appRouter;
