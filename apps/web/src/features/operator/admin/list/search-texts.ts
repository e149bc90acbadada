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

/**
 * Reads only these parameters of an address, as they are: the page validates them, so that its rules are no part of every
 * page's first load.
 */
export function unvalidated<Search extends object>(...names: readonly (keyof Search & string)[]) {
  return (given: Record<string, unknown>): Search =>
    Object.fromEntries(names.flatMap((name) => (name in given ? [[name, given[name]]] : []))) as Search;
}
