/** The address of the list of a tag, without the language. */
export function tagPath(tag: string): string {
  return `/blog?tag=${encodeURIComponent(tag)}`;
}
