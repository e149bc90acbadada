/** As many as the settings take. */
const foldedGroupsMax = 50;

/**
 * The names of folded groups once one more is folded, or is no longer.
 *
 * @param groups those that there are: the name of a group that is gone would fold the next one of that name
 */
export function toggledFold(folded: readonly string[], group: string, groups: readonly string[]): string[] {
  const others = folded.filter((name) => name !== group && groups.includes(name));
  return folded.includes(group) ? others : [...others, group].slice(-foldedGroupsMax);
}

/** The same once a group has another name: it stays folded, or unfolded, whatever was called `to` before. */
export function renamedFold(
  folded: readonly string[],
  { from, to, isFolded }: { from: string; to: string | null; isFolded: boolean },
): string[] {
  const others = folded.filter((name) => name !== from && name !== to);
  return isFolded && to !== null ? [...others, to] : others;
}
