/** The most folded groups that the settings accept. */
const foldedGroupsMax = 50;

/**
 * The names of folded groups after one was folded or unfolded.
 *
 * @param groups the existing groups: the name of a deleted group would fold the next group with that name
 */
export function toggledFold(folded: readonly string[], group: string, groups: readonly string[]): string[] {
  const others = folded.filter((name) => name !== group && groups.includes(name));
  return folded.includes(group) ? others : [...others, group].slice(-foldedGroupsMax);
}

/**
 * The names of folded groups after a group was renamed: it stays folded or unfolded, regardless of the earlier state of
 * `to`.
 */
export function renamedFold(
  folded: readonly string[],
  { from, to, isFolded }: { from: string; to: string | null; isFolded: boolean },
): string[] {
  const others = folded.filter((name) => name !== from && name !== to);
  return isFolded && to !== null ? [...others, to] : others;
}
