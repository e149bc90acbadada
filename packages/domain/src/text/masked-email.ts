/**
 * An email address for places where others may see the screen: the first characters of the name and of the domain, and the
 * last part of the domain. `anna@mail.example.org` is `a•••@m•••.org`. The dots do not tell the length.
 *
 * @param email an address as `emailSchema` (auth.ts) accepts it
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const ending = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  return `${firstCharacter(email.slice(0, at))}•••@${firstCharacter(domain)}•••${ending}`;
}

function firstCharacter(text: string): string {
  const [character = ""] = text;
  return character;
}
