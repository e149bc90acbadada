// What a person may enter, in numbers. Apart from the schemas that hold to them, so that a page that names a bound, or
// counts what is left to it, fetches no schema.

/** A value, goal or limit: the whole numbers the spec allows. */
export const amountMin = 1;
export const amountMax = 10_000;

// Characters, after trimming.
export const titleLengthMax = 80;
export const descriptionLengthMax = 500;
export const groupNameLengthMax = 40;
export const entryNoteLengthMax = 500;
export const noteLengthMax = 2000;
export const commentLengthMax = 2000;

/** A range of days asked for at once is at most a leap year long. */
export const dayRangeMax = 366;
