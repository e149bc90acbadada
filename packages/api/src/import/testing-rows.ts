/** The day of each row. */
export const day = "2026-11-20";

/** What a report has if nothing was imported. */
export const nothing = { habits: 0, progress: 0, notes: 0, vacations: 0, reminders: 0, log: 0 };

/** A row of a habit in a Daymark file. */
export function habitRow(id: number, values: object = {}) {
  return {
    ...{ id, title: `Habit ${id}`, type: "good", unit: "minutes", hue: 0, created_on: day },
    ...{ created_at: "2026-11-20T08:00:00.000Z", targets: [{ from: day, target: 10 }] },
    ...values,
  };
}

/** A row of a day. */
export const dayRow = (habit_id: number, values: object = {}) => ({
  habit_id,
  day,
  value: 5,
  unit: "minutes",
  ...values,
});

/** A row of a note. */
export const noteRow = (text: unknown) => ({
  text,
  created_at: "2026-11-20T08:00:00.000Z",
  updated_at: "2026-11-20T09:00:00.000Z",
});

/** A Daymark file with these lists of rows. */
export const fileOf = (parts: object) => ({ format: "daymark", version: 1, habits: [], ...parts });
