/** The claim by which a provider says who is an admin, and the value that it then has. */
export interface AdminClaim {
  /** The name of a claim, or a path into one with dots, such as `realm_access.roles`. */
  claim: string;
  value: string;
}

type Json = Record<string, unknown>;

/** A claim by its name, which may contain dots, else by its path. */
export function findClaim(claims: Json, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const part of claim.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/**
 * Whether the claim has the value: as a text, a number or a boolean, as a member of a list, or as a key of an object (as
 * Zitadel writes roles). A claim that is missing has none.
 */
export function isAdmin(claims: Json, { claim, value }: AdminClaim): boolean {
  const found = findClaim(claims, claim);
  if (Array.isArray(found)) return found.some((member) => isValue(member, value));
  if (isObject(found)) return Object.hasOwn(found, value);
  return isValue(found, value);
}

function isValue(found: unknown, value: string): boolean {
  return ["string", "number", "boolean"].includes(typeof found) && String(found) === value;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
