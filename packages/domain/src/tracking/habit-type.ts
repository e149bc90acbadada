/** The user wants to do a good habit and to avoid a bad one. */
export const habitTypes = ["good", "bad"] as const;

/** The parts of the day in which a user plans a habit, in their order. A habit without one fits any time. */
export const timesOfDay = ["morning", "noon", "evening"] as const;
export type TimeOfDay = (typeof timesOfDay)[number];

/** All choices of a filter: the parts of the day, and habits without one. */
export const timesOfFilter = [...timesOfDay, "any"] as const;
export type TimeOfFilter = (typeof timesOfFilter)[number];
