/** A good habit is to be done, a bad one to be left. */
export const habitTypes = ["good", "bad"] as const;
