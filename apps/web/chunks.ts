import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

/*
 * Which modules share a file. A page is what a route imports lazily. It needs all that it imports; what it imports lazily
 * itself, such as dialogs, does not count. The rules name libraries and groups of pages, and no module of ours.
 *
 * - `vendor` and the entry: what the entry needs.
 * - `common`: what public pages share with the pages of users, and the icons.
 * - `api`, `forms`, `controls`: a library that only some pages need, and the modules that need it.
 * - `user`: what the pages of users share.
 * - Any other file: what exactly the pages in its name need.
 */

const libraries = {
  api: /\/node_modules\/@(?:trpc|tanstack\/(?:react-query|query-core))\//,
  forms: /\/node_modules\/(?:react-hook-form|zod)\//,
  controls: /\/node_modules\/@(?:base-ui|floating-ui)\//,
};
type Library = keyof typeof libraries;
const libraryNames = Object.keys(libraries) as Library[];

const publicPrefix = "public-";
/** Pages needed by few people do not decide what others load. */
const adminPages = /^_admin/;
/** The frame around the pages of a user, and those that a first load shows. */
const userPages = /^_user(?:$|\/(?:dashboard|settings))/;
/** The ways in. */
const guestPages = /^_guest/;

/** The file of a module, if a rule names one. */
const fileOf = memoize((id, context): string | null => {
  // All icons are imported from one index, which hides who needs which.
  if (id.includes("/lucide-react/")) return "common";
  const pages = pagesOf(id, context);
  const paths = pages.map((page) => page.path);
  const isForUsers = paths.some((path) => userPages.test(path));
  const isForGuests = paths.some((path) => guestPages.test(path));
  const needed = librariesOf(id, context);
  const own = libraryNames.find((name) => libraries[name].test(id));
  if (own === "api" || own === "forms") return own;
  if (pages.some((page) => !librariesOf(page.id, context).has("api"))) {
    if (needed.size > 0) return null;
    return isForUsers ? "common" : publicPrefix + nameOf(paths);
  }
  // A page that has a library's file anyway needs no second one.
  const areAll = (library: Library) => pages.every((page) => librariesOf(page.id, context).has(library));
  if (isForGuests && (needed.has("forms") || areAll("forms"))) return "forms";
  if (isForUsers && needed.has("controls")) return "controls";
  if (isForUsers && !needed.has("forms")) {
    if (isForGuests) return "api";
    if (paths.length > 1 || paths[0] === "_user") return "user";
    if (areAll("controls")) return "controls";
  }
  return paths.length > 0 ? nameOf(paths) : null;
});

function nameOf(paths: readonly string[]): string {
  return paths.map((path) => path.replaceAll(/\W+/g, "-")).join("+");
}

/** @param minShareCount in how many files a module would be needed; what one alone needs is in that file */
function group(isMeant: (file: string, pageCount: number) => boolean, minShareCount = 2): Rolldown.CodeSplittingGroup {
  return {
    name: (id, context) => {
      const file = fileOf(id, context);
      return file !== null && isMeant(file, pagesOf(id, context).length) ? file : null;
    },
    minShareCount,
  };
}

const pagesMax = 30;

function byPages(isMeant: (file: string) => boolean): Rolldown.CodeSplittingGroup[] {
  return Array.from({ length: pagesMax }, (_, index) =>
    group((file, pageCount) => pageCount === pagesMax - index && isMeant(file)),
  );
}

interface Page {
  id: string;
  /** Of its route, such as `blog/index`. */
  path: string;
}

/** The pages that need a module, by their paths. */
const pagesOf = memoize((id, context): Page[] => {
  const importers = [...reached(id, (each) => context.getModuleInfo(each)?.importers)];
  const pages = importers.flatMap((each) =>
    (context.getModuleInfo(each)?.dynamicImporters ?? []).flatMap((importer) => {
      const path = /\/src\/routes\/(.*)\.tsx/.exec(importer)?.[1];
      return path !== undefined && !adminPages.test(path) ? [{ id: each, path }] : [];
    }),
  );
  return pages.sort((one, other) => (one.path < other.path ? -1 : 1));
});

/** The libraries that a module needs. */
const librariesOf = memoize((id, context): ReadonlySet<Library> => {
  const imported = [...reached(id, (each) => context.getModuleInfo(each)?.importedIds)];
  return new Set(libraryNames.filter((name) => imported.some((each) => libraries[name].test(each))));
});

function reached(id: string, next: (id: string) => readonly string[] | undefined): ReadonlySet<string> {
  const found = new Set([id]);
  // A set is walked to its end, also to what joins meanwhile.
  for (const each of found) for (const other of next(each) ?? []) found.add(other);
  return found;
}

function memoize<Result>(compute: (id: string, context: Context) => Result) {
  const known = new Map<string, Result>();
  return (id: string, context: Context): Result => {
    const result = known.has(id) ? (known.get(id) as Result) : compute(id, context);
    known.set(id, result);
    return result;
  };
}

/** What only dialogs need is not here: rolldown divides it by itself. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: "vendor", test: /\/node_modules\//, tags: ["$initial"] },
    { name: "entry", tags: ["$initial"] },
    // A group also takes what its modules import. So the file of more pages comes before the file of fewer.
    group((file) => file === "common"),
    ...byPages((file) => file.startsWith(publicPrefix)),
    group((file) => file === "api"),
    // Also what the frame alone needs.
    group((file) => file === "user", 1),
    group((file) => file === "forms"),
    group((file) => file === "controls"),
    ...byPages(() => true),
  ],
};
