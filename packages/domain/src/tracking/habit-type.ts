/** The user wants to do a good habit and to avoid a bad one. */
export const habitTypes = ["good", "bad"] as const;
