/** The one behind which Google itself is, not a provider that stands in for it. A file of its own, as `google.ts` loads much. */
export const googleIssuer = "https://accounts.google.com";
