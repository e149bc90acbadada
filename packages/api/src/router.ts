import { apiKeyRouter } from "./api-key/router.ts";
import { authRouter } from "./auth/router.ts";
import { habitRouter } from "./habit/router.ts";
import { noteRouter } from "./note/router.ts";
import { progressRouter } from "./progress/router.ts";
import { sessionRouter } from "./session/router.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  apiKey: apiKeyRouter,
  auth: authRouter,
  habit: habitRouter,
  note: noteRouter,
  progress: progressRouter,
  session: sessionRouter,
});

/** The one type the web client knows of the server. */
export type AppRouter = typeof appRouter;
