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

/** Replies that come along with the comment they answer. */
export const repliesShownMax = 5;
/** Replies that a page fetches at once after those. */
export const repliesAPage = 20;

/** Changes of one habit's goal or limit. Every list of habits contains all of them. */
export const targetsMax = 1000;

/** Sessions of one user. A log-in beyond them ends an expired one, or the one that was inactive for longest. */
export const sessionsMax = 100;

/**
 * Devices that a user is known to log in from. A person has a few, and a script with made-up names of browsers has any
 * number. A log-in from one more forgets the device seen longest ago, so that its next log-in is told by mail again.
 */
export const knownDevicesMax = 100;

/** A range of days asked for at once is at most a leap year long. */
export const dayRangeMax = 366;
