import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const web = "<rootDir>/../../apps/web/src";
const inWing = (wing: string, ...paths: string[]) => paths.map((path) => `${web}/features/${wing}/${path}`);

const landing = inWing(
  "public",
  "landing",
  "demo/demo-calendar.tsx",
  "demo/demo-habits.ts",
  "demo/calendar-picture.tsx",
);
const legal = inWing("public", "legal");
/** The two texts, each with the frame of both. */
const frame = ["public", "legal/legal-page.tsx"] as const;
const terms = inWing(
  ...frame,
  ...["terms-and-conditions", "terms-limits", "terms-payment", "terms-public", "terms-usage"].map(
    (file) => `legal/${file}.tsx`,
  ),
);
const privacy = inWing(
  ...frame,
  ...["privacy-data", "privacy-policy", "privacy-rights"].map((file) => `legal/${file}.tsx`),
);
const support = inWing("public", "support");
const dashboard = [
  ...inWing(
    "tracking",
    "calendar",
    "clock",
    "dashboard",
    "day-writes",
    "entry",
    "habit",
    "note",
    "offline",
    "progress",
    "remaining",
  ),
  ...inWing("public", "demo/import-guest-marks.tsx", "demo/demo-habits.ts"),
];
/** Dialogs of the dashboard, and its legend. Their messages load with what the user opens later, so the first load leaves them out. */
const dialogs = inWing(
  "tracking",
  ...["filter-fields", "hue-filter", "legend-body", "settings-dialog"].map((file) => `dashboard/${file}.tsx`),
  "finished",
  "remaining/past-rhythm-line.tsx",
  ...["arrange", "habit/blocking-notice.tsx", "habit/form/schedule"],
  ...[
    "end-field",
    "group-dialog",
    "group-field",
    "habit-dialog",
    "habit-fields",
    "hue-picker",
    "limit-popover",
    "own-word-field",
    "effect-field",
    "target-fields",
    "title-field",
  ].map((file) => `habit/form/${file}.tsx`),
  "habit/form/idea/idea-words.ts",
);
const statistics = [
  ...inWing("tracking", "day-log", "print", "share", "statistics", "trash", "vacation", "year"),
  ...dialogs,
];
const blog = inWing("community", "blog", "newsletter");
const editor = inWing("community", "blog-editor", "post-draft");
const thread = inWing("community", "thread");
const board = inWing("community", "feature-request");
/** What admins do on the pages of a thread. */
const moderationOfThread = inWing(
  "community",
  ...["ban-dialog", "comment-items", "lock-button"].map((file) => `thread/${file}.tsx`),
);
const moderation = [...inWing("community", "moderation"), ...moderationOfThread];
const reminder = inWing("account", "reminder");
const settings = [
  ...inWing("account", "settings", "settings-page", "security", "import", "passkey"),
  // Shown among the settings too: one more catalog would be one more request.
  ...inWing("account", "reminder/push-words.tsx", "reminder/reminder-card.tsx"),
  ...inWing("tracking", "shortcut/single-key-switch.tsx"),
];
/** The columns of a table that is imported: the settings fetch it with the form. */
const tableImport = [...inWing("account", "import/csv"), ...inWing("tracking", "habit/form/own-word-field.tsx")];
const connections = inWing(
  "account",
  ...["calendar", "habit-link", "health", "notification-target", "webhook", "settings-page/connection-settings.tsx"],
);
/**
 * The page of a warning mail, the page to which providers lead back, the pages of mailed links, and the
 * sign-up where not everyone may sign up. The other pages do without these sentences.
 */
const notMe = inWing(
  "account",
  ...[
    "not-me",
    "oauth-callback",
    "proxy-log-in",
    "invitation",
    "frame/invitation-reason",
    "frame/sign-up-refused",
    "new-password",
    "reset-password",
    "verify-email",
  ].map((file) => `auth/${file}.tsx`),
);
/** The pages where a user allows an application something. */
const consent = inWing("account", "consent");
const auth = [...inWing("account", "auth", "captcha"), ...inWing("public", "demo/demo-note.tsx")];
const admin = inWing("operator", "admin", "log", "setup", "site-statistics");
/** Titles that the server alone sends. */
const titles = [`${web}/lib/page/browser-page-titles.ts`];
const commands = inWing("tracking", "palette", "shortcut", "timer", "command");

/** The messages after an action of the user. The first load of a page leaves them out. */
const successes = "<rootDir>/src/success-messages.ts";

/** The server and the settings word why a file is refused. */
const importMessages = "<rootDir>/src/import-field-messages.ts";

const mails = [
  "<rootDir>/src/mails.ts",
  "<rootDir>/src/mail-words.ts",
  "<rootDir>/src/notice-mail-words.ts",
  "<rootDir>/src/subscribed-mail-words.ts",
  "<rootDir>/src/push-words.ts",
  "<rootDir>/src/import-words.ts",
  importMessages,
  "<rootDir>/src/script-field-messages.ts",
  "<rootDir>/src/rest-details.ts",
  "<rootDir>/src/feed-words.ts",
  "<rootDir>/src/tap-words.ts",
  "<rootDir>/src/badge-words.ts",
  "<rootDir>/src/offline-words.ts",
];

/**
 * One catalog for the words of codes (server and web), one for those of mails and push messages (server); the web app's
 * own words by page kind, so that none pays for the others: landing page, terms, privacy policy, dashboard, what it opens
 * later, settings, pages to log in and sign up.
 */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "uk"],
  catalogs: [
    { path: "<rootDir>/locales/{locale}/messages", include: ["<rootDir>/src"], exclude: [...mails, successes] },
    { path: "<rootDir>/locales/{locale}/successes", include: [successes] },
    { path: "<rootDir>/locales/{locale}/mails", include: mails },
    {
      path: "<rootDir>/locales/{locale}/app",
      include: [web],
      exclude: [
        ...landing,
        ...legal,
        ...dashboard,
        ...statistics,
        ...reminder,
        ...settings,
        ...tableImport,
        ...connections,
        ...auth,
        ...notMe,
        ...consent,
        ...commands,
        ...support,
        ...blog,
        ...editor,
        ...thread,
        ...board,
        ...moderation,
        ...admin,
        ...titles,
      ],
    },
    { path: "<rootDir>/locales/{locale}/landing", include: landing },
    { path: "<rootDir>/locales/{locale}/terms", include: terms },
    { path: "<rootDir>/locales/{locale}/privacy", include: privacy },
    { path: "<rootDir>/locales/{locale}/dashboard", include: dashboard, exclude: dialogs },
    { path: "<rootDir>/locales/{locale}/statistics", include: statistics },
    {
      path: "<rootDir>/locales/{locale}/reminder",
      include: reminder,
      exclude: inWing("account", "reminder/reminder-card.tsx"),
    },
    {
      path: "<rootDir>/locales/{locale}/settings",
      include: [...settings, importMessages],
      exclude: [...connections, ...tableImport],
    },
    { path: "<rootDir>/locales/{locale}/table-import", include: tableImport },
    { path: "<rootDir>/locales/{locale}/connections", include: connections },
    { path: "<rootDir>/locales/{locale}/auth", include: auth, exclude: notMe },
    { path: "<rootDir>/locales/{locale}/not-me", include: notMe },
    { path: "<rootDir>/locales/{locale}/consent", include: consent },
    { path: "<rootDir>/locales/{locale}/support", include: support },
    { path: "<rootDir>/locales/{locale}/blog", include: blog },
    { path: "<rootDir>/locales/{locale}/editor", include: editor },
    { path: "<rootDir>/locales/{locale}/thread", include: thread, exclude: moderationOfThread },
    { path: "<rootDir>/locales/{locale}/board", include: board },
    { path: "<rootDir>/locales/{locale}/moderation", include: moderation },
    { path: "<rootDir>/locales/{locale}/admin", include: admin },
    { path: "<rootDir>/locales/{locale}/commands", include: commands },
    { path: "<rootDir>/locales/{locale}/titles", include: titles },
  ],
  orderBy: "messageId",
  compileNamespace: "ts",
  // Without line numbers: an edit must not rewrite the catalogs of both languages.
  format: formatter({ lineNumbers: false }),
});
