import { accountRouter } from "./account/router.ts";
import { adminUserRouter } from "./admin-user/router.ts";
import { apiKeyRouter } from "./api-key/router.ts";
import { auditRouter } from "./audit/router.ts";
import { authRouter } from "./auth/router.ts";
import { blogRouter } from "./blog/router.ts";
import { calendarLinkRouter } from "./calendar-link/router.ts";
import { captchaRouter } from "./captcha/router.ts";
import { connectedAppRouter } from "./connected-app/router.ts";
import { dataFileRouter } from "./data-file/router.ts";
import { dayLogRouter } from "./day-log/router.ts";
import { exportRouter } from "./export/router.ts";
import { featureRequestRouter } from "./feature-request/router.ts";
import { featureSwitchRouter } from "./feature-switch/router.ts";
import { habitRouter } from "./habit/router.ts";
import { habitLinkRouter } from "./habit-link/router.ts";
import { healthRouter } from "./health/router.ts";
import { imageRouter } from "./image/router.ts";
import { importRouter } from "./import/router.ts";
import { invitationRouter } from "./invitation/router.ts";
import { jobRouter } from "./job/router.ts";
import { liveRouter } from "./live/router.ts";
import { logRouter } from "./log/router.ts";
import { mailRouter } from "./mail/router.ts";
import { moderationRouter } from "./moderation/router.ts";
import { nodeRouter } from "./node/router.ts";
import { noteRouter } from "./note/router.ts";
import { notificationTargetRouter } from "./notification-target/router.ts";
import { oauthRouter } from "./oauth/router.ts";
import { overviewRouter } from "./overview/router.ts";
import { passkeyRouter } from "./passkey/router.ts";
import { router } from "./procedure/trpc.ts";
import { progressRouter } from "./progress/router.ts";
import { pushRouter } from "./push/router.ts";
import { reminderRouter } from "./reminder/router.ts";
import { securityEventRouter } from "./security-event/router.ts";
import { sessionRouter } from "./session/router.ts";
import { setupRouter } from "./setup/router.ts";
import { siteStatisticsRouter } from "./site-statistics/router.ts";
import { twoFactorRouter } from "./two-factor/router.ts";
import { vacationRouter } from "./vacation/router.ts";
import { webhookRouter } from "./webhook/router.ts";

export const appRouter = router({
  account: accountRouter,
  adminUser: adminUserRouter,
  apiKey: apiKeyRouter,
  connectedApp: connectedAppRouter,
  calendarLink: calendarLinkRouter,
  audit: auditRouter,
  auth: authRouter,
  blog: blogRouter,
  captcha: captchaRouter,
  dataFile: dataFileRouter,
  dayLog: dayLogRouter,
  export: exportRouter,
  featureRequest: featureRequestRouter,
  featureSwitch: featureSwitchRouter,
  habit: habitRouter,
  habitLink: habitLinkRouter,
  health: healthRouter,
  image: imageRouter,
  import: importRouter,
  invitation: invitationRouter,
  job: jobRouter,
  live: liveRouter,
  log: logRouter,
  mail: mailRouter,
  moderation: moderationRouter,
  node: nodeRouter,
  note: noteRouter,
  notificationTarget: notificationTargetRouter,
  oauth: oauthRouter,
  overview: overviewRouter,
  passkey: passkeyRouter,
  progress: progressRouter,
  push: pushRouter,
  reminder: reminderRouter,
  securityEvent: securityEventRouter,
  session: sessionRouter,
  setup: setupRouter,
  siteStatistics: siteStatisticsRouter,
  twoFactor: twoFactorRouter,
  vacation: vacationRouter,
  webhook: webhookRouter,
});

/** The only type of the server that the web client imports. */
export type AppRouter = typeof appRouter;
