// Numeric bounds of user input. This file is separate from the schemas, so that a page that shows a bound or counts the
// remaining characters loads no schema.

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

/** How long an account is new. A new account may write few links and few texts an hour. */
export const accountNewDays = 7;
/** Links in one comment or request of a new account. */
export const linksOfNewMax = 2;

/** Replies that a list returns with the comment they answer. */
export const repliesShownMax = 5;
/** Replies that a page then loads at once. */
export const repliesAPage = 20;

/** Changes of one habit's goal or limit. Every list of habits contains all of them. */
export const targetsMax = 1000;
/** Former schedules of one habit; an older one is forgotten. */
export const pastSchedulesMax = 100;
/** Characters, as JSON, of the former schedules of all habits of a user together: lists of habits contain them. */
export const pastSchedulesOfUserCharactersMax = 500_000;
/** Goals of all habits of a user together, past ones too: lists of habits contain them. */
export const targetsOfUserMax = 20_000;

/** Habits of one type, archived ones included. Plans allow fewer; this bound holds on an installation without plans. */
export const habitsOfTypeMax = 200;

/** Sessions per user. A log-in beyond this bound ends an expired session, or the one that was inactive longest. */
export const sessionsMax = 100;

/**
 * Known devices per user. A user has a few; a script with invented browser names has any number. A log-in from one more
 * device makes the server forget the device seen longest ago, so the server reports a later log-in from that one by
 * mail again.
 */
export const knownDevicesMax = 100;

/** A requested range of days is at most a leap year long. */
export const dayRangeMax = 366;
