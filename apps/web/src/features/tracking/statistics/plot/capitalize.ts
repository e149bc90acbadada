/** A name at the beginning of a line, which some languages write small. */
export function capitalize(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
