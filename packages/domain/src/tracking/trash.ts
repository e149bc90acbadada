/*
 * How long deleted habits stay. Nothing here needs zod, because the dashboard does not load it.
 */

/** How long a deleted habit still counts for the plan, so that an undo succeeds in a full plan, too. */
export const deletedCountsSeconds = 35;

/** How long a deleted habit stays in the trash, where its owner can restore it. */
export const trashDays = 30;

/** The same as a time of the clock: 30 times 24 hours, also where daylight saving time begins or ends. */
export const trashSeconds = trashDays * 86_400;

/** The most habits in a user's trash. If another one is deleted, the one deleted first goes. */
export const trashHabitsMax = 100;
