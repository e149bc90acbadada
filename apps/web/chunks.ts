import type { Rolldown } from "vite";

/** The pages that decide how modules are divided, by the paths of their routes in `src/routes`. */
const pages = {
  landing: /^(?:index|home|privacy-policy|terms-and-conditions|support-us)$/,
  community: /^(?:blog\/(?:index|\$blogSlug)|feature-requests\/[^/]+)$/,
  requestForm: /^_user\/feature-requests\//,
  guest: /^_guest/,
  user: /^_user(?:\/dashboard|\/settings\/index)?$/,
  userFrame: /^_user$/,
  dashboard: /^_user\/dashboard$/,
  settings: /^_user\/settings\/index$/,
  security: /^_user\/settings\/security$/,
};
type Needed = Record<keyof typeof pages, boolean>;

/**
 * A module that several pages or dialogs share goes to the first of these files that is meant for it, together with the
 * modules it imports. So what many pages need comes before what few pages need. The bundler divides the rest: a module
 * of one page stays in the file of that page.
 */
const sharedFiles: [name: string, isMeant: (neededBy: Needed, id: string) => boolean][] = [
  // Every icon is imported from one index, so the graph does not show which page needs which icon.
  ["base", (by, id) => id.includes("/lucide-react/") || ((by.landing || by.community) && (by.guest || by.user))],
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

/** The icons that several pages of users share and no public page has. */
const userIcons = iconFiles(
  ["arrow-down-right", "arrow-down-up", "at-sign", "chart-no-axes-column", "chart-spline", "chevron-right", "circle-x"],
  ["columns-3", "download", "file-x-corner", "folder", "keyboard", "list-checks", "map-pin", "plug", "printer"],
  ["rows-3", "scale", "send", "shield-off", "skip-forward", "sliders-horizontal", "sprout", "square", "table-2"],
  ["target", "terminal", "tree-palm", "user-round", "wifi-off"],
);
/** The icons that only the editor of posts has: they stay in its file. */
const editorIcons = iconFiles(["heading-2", "heading-3", "history", "list-ordered", "pilcrow"]);
/** The icons that the editor and the fields of comments have. */
const formatIcons = iconFiles(["letter-b", "code", "italic", "list", "text-quote"]);

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // The first script of a page, which imports no other file.
    { name: (id, context) => (isOfSession(id, context) ? "page-session" : null) },
    // Libraries and all: in a file of their own they would bring a file of the bundler's helpers, two more requests.
    { name: "entry", tags: ["$initial"] },
    ...sharedFiles.map(([name, isMeant]) => ({
      name: (id: string, context: Rolldown.ChunkingContext) => {
        if (editorIcons.test(id)) return null;
        const ofIcon = formatIcons.test(id) ? "community" : userIcons.test(id) ? "user" : undefined;
        const isHere = ofIcon ? name === ofIcon : isMeant(neededBy(id, context), id);
        return isHere ? name : null;
      },
      minShareCount: 2,
    })),
  ],
};

function isOfSession(id: string, context: Rolldown.ChunkingContext): boolean {
  return [...importersOf(id, context)].some((each) => each.endsWith("/src/page-session.ts"));
}

/** The pages that import a module, directly or through others. A lazy import, such as that of a dialog, does not count. */
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

function iconFiles(...names: string[][]): RegExp {
  return new RegExp(`/lucide-react/.*/(?:${names.flat().join("|")})\\.m?js$`);
}
