// Numeric bounds of a schedule, without schemas, for the pages that show them.

export const timesPerMonthMax = 31;
export const timesPerQuarterMax = 92;

/** The longest distance between two due days. */
export const everyDaysMax = 366;
export const everyWeeksMax = 52;
export const everyMonthsMax = 24;

/** The longest window of a schedule of n days in any m. */
export const windowDaysMax = 366;
/** The most months between the last time and the next one; twelve months are as many days as the longest window. */
export const monthsSinceLastMax = 12;

/** The calendar days of an end that is a number of days, and of an end by a total: the amounts of these days count. */
export const endDaysMax = 3660;
/** The sum of an end by a total, in the habit's unit. */
export const endTotalMax = 1_000_000;
