/**
 * The issuer of Google itself, not of a provider that replaces it. It is a separate file, because `google.ts` loads
 * many modules.
 */
export const googleIssuer = "https://accounts.google.com";
