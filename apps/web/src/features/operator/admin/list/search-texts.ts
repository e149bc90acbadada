/**
 * Reads the named search parameters as texts. The page validates them, so that the rules are not part of every page's
 * first load.
 */
export function textsOf<Name extends string>(...names: readonly Name[]) {
  return (given: Record<string, unknown>): { [Each in Name]?: string } =>
    Object.fromEntries(names.flatMap((name) => (given[name] == null ? [] : [[name, String(given[name])]]))) as {
      [Each in Name]?: string;
    };
}
