/** Takes the named members of an address as texts; what they may be is read by the page, not by every page's first load. */
export function textsOf<Name extends string>(...names: readonly Name[]) {
  return (given: Record<string, unknown>): { [Each in Name]?: string } =>
    Object.fromEntries(names.flatMap((name) => (given[name] == null ? [] : [[name, String(given[name])]]))) as {
      [Each in Name]?: string;
    };
}
