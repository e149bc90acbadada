import type { Rolldown } from "vite";

/** The pages that decide how modules are divided, by the paths of their routes in `src/routes`. */
const pages = {
  landing: /^(?:index|home|privacy-policy|terms-and-conditions|support-us)$/,
  community: /^(?:blog\/(?:index|\$blogSlug)|feature-requests\/[^/]+)$/,
  requestForm: /^_user\/feature-requests\//,
  guest: /^_guest/,
  user: /^_user(?:\/dashboard|\/settings(?:\/index)?)?$/,
  userFrame: /^_user$/,
  dashboard: /^_user\/dashboard$/,
  settings: /^_user\/settings(?:\/index)?$/,
  security: /^_user\/settings\/security$/,
};
type Needed = Record<keyof typeof pages, boolean>;

/**
 * A module that several pages or dialogs share goes to the first of these files that is meant for it, together with the
 * modules it imports. So what many pages need comes before what few pages need. The bundler divides the rest: a module
 * of one page stays in the file of that page.
 */
const sharedFiles: [name: string, isMeant: (neededBy: Needed) => boolean][] = [
  ["base", (by) => (by.landing || by.community) && (by.guest || by.user)],
  ["requests", (by) => by.community && by.requestForm],
  ["community", (by) => by.community && !by.landing],
  // Has the API client, which no file above needs: the public pages load nothing from here on.
  ["api", (by) => by.guest && by.user],
  ["forms", (by) => by.guest],
  ["user", (by) => by.userFrame || (by.settings && by.dashboard)],
  ["dashboard", (by) => by.dashboard],
  ["cards", (by) => by.settings && by.security],
  ["controls", (by) => by.settings],
];

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // The first script of a page, which imports no other file.
    { name: (id, context) => (isOfSession(id, context) ? "page-session" : null) },
    // Libraries and all: in a file of their own they would bring a file of the bundler's helpers, two more requests.
    { name: "entry", tags: ["$initial"] },
    ...sharedFiles.map(([name, isMeant]) => ({
      name: (id: string, context: Rolldown.ChunkingContext) => (isMeant(neededBy(id, context)) ? name : null),
      minShareCount: 2,
    })),
    // Icons that only dialogs and smaller pages share: one file in place of one for each icon.
    { name: "icons", test: /\/lucide-react\/.*\/icons\//, minShareCount: 2 },
  ],
};

function isOfSession(id: string, context: Rolldown.ChunkingContext): boolean {
  return [...importersOf(id, context)].some((each) => each.endsWith("/src/page-session.ts"));
}

/** The pages that import a module, directly or through others. A lazy import, such as of a dialog, does not count. */
function neededBy(id: string, context: Rolldown.ChunkingContext): Needed {
  const routes = [...importersOf(id, context)]
    .flatMap((each) => context.getModuleInfo(each)?.dynamicImporters ?? [])
    .flatMap((each) => /\/src\/routes\/(.*)\.tsx/.exec(each)?.[1] ?? []);
  const entries = Object.entries(pages).map(([page, path]) => [page, routes.some((route) => path.test(route))]);
  return Object.fromEntries(entries) as Needed;
}

/** A module, and all that import it directly or through others. */
function importersOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const importers = new Set([id]);
  // The loop also visits the importers that it adds.
  for (const each of importers) for (const other of context.getModuleInfo(each)?.importers ?? []) importers.add(other);
  return importers;
}
