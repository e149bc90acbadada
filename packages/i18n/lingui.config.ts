import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const web = "<rootDir>/../../apps/web/src";
const demo = (file: string) => `${web}/features/demo/${file}`;
const landing = [`${web}/features/landing`, demo("demo-calendar.tsx"), demo("demo-habits.ts")];
const legal = [`${web}/features/legal`];
const dashboard = [
  ...["dashboard", "habit", "note", "offline", "progress"].map((noun) => `${web}/features/${noun}`),
  demo("carry-marks.tsx"),
  demo("demo-habits.ts"),
];
/** Dialogs of the dashboard: their words come with what it opens later, so that its first load does without them. */
const dialogs = [
  "dashboard/filter-fields",
  "dashboard/hue-filter",
  "dashboard/settings-dialog",
  "habit/arrange-dialog",
  "habit/blocking-notice",
  "habit/delete-dialog",
  "habit/group-dialog",
  "habit/group-field",
  "habit/habit-dialog",
  "habit/habit-fields",
  "habit/schedule-field",
  "habit/target-effect-field",
].map((file) => `${web}/features/${file}.tsx`);
const statistics = [
  ...["print", "share", "statistics", "vacation", "year"].map((noun) => `${web}/features/${noun}`),
  ...dialogs,
];
const support = [`${web}/features/support`];
const blog = [`${web}/features/blog`];
const editor = [`${web}/features/blog-editor`];
const thread = [`${web}/features/thread`];
const board = [`${web}/features/board`];
const moderation = [`${web}/features/moderation`];
const reminder = [`${web}/features/reminder`];
const settings = [
  ...["settings", "security", "import"].map((noun) => `${web}/features/${noun}`),
  // Shown among the settings too: one more catalog would be one more request.
  ...["reminder/push-words", "reminder/reminder-card", "shortcut/single-key-switch"].map(
    (file) => `${web}/features/${file}.tsx`,
  ),
];
const auth = [`${web}/features/auth`, demo("demo-note.tsx")];
const admin = ["admin", "log", "site-statistics"].map((noun) => `${web}/features/${noun}`);
const commands = ["palette", "shortcut", "timer"].map((noun) => `${web}/features/${noun}`);

const mails = [
  "<rootDir>/src/mails.ts",
  "<rootDir>/src/mail-words.ts",
  "<rootDir>/src/push-words.ts",
  "<rootDir>/src/import-words.ts",
  "<rootDir>/src/feed-words.ts",
];

/**
 * One catalog for the words of codes (server and web), one for those of mails and push messages (server); the web app's
 * own words by page kind, so that none pays for the others: landing page, legal texts, dashboard, what it opens later, settings,
 * ways in.
 */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "uk"],
  catalogs: [
    { path: "<rootDir>/locales/{locale}/messages", include: ["<rootDir>/src"], exclude: mails },
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
        ...auth,
        ...commands,
        ...support,
        ...blog,
        ...editor,
        ...thread,
        ...board,
        ...moderation,
        ...admin,
      ],
    },
    { path: "<rootDir>/locales/{locale}/landing", include: landing },
    { path: "<rootDir>/locales/{locale}/legal", include: legal },
    { path: "<rootDir>/locales/{locale}/dashboard", include: dashboard, exclude: dialogs },
    { path: "<rootDir>/locales/{locale}/statistics", include: statistics },
    {
      path: "<rootDir>/locales/{locale}/reminder",
      include: reminder,
      exclude: [`${web}/features/reminder/reminder-card.tsx`],
    },
    { path: "<rootDir>/locales/{locale}/settings", include: settings },
    { path: "<rootDir>/locales/{locale}/auth", include: auth },
    { path: "<rootDir>/locales/{locale}/support", include: support },
    { path: "<rootDir>/locales/{locale}/blog", include: blog },
    { path: "<rootDir>/locales/{locale}/editor", include: editor },
    { path: "<rootDir>/locales/{locale}/thread", include: thread },
    { path: "<rootDir>/locales/{locale}/board", include: board },
    { path: "<rootDir>/locales/{locale}/moderation", include: moderation },
    { path: "<rootDir>/locales/{locale}/admin", include: admin },
    { path: "<rootDir>/locales/{locale}/commands", include: commands },
  ],
  orderBy: "messageId",
  compileNamespace: "ts",
  // Without line numbers: an edit must not rewrite the catalogs of both languages.
  format: formatter({ lineNumbers: false }),
});
