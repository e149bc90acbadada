/** Capitalizes a name at the beginning of a line, which some languages write in lower case. */
export function capitalize(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
