import { type DemoHabit, demoHabits } from "./demo-habits.ts";

/** The marks of a guest, by habit and day (`YYYY-MM-DD`); 0 if the guest removed the sample value. */
export type DemoMarks = Readonly<Partial<Record<DemoHabit["id"], Readonly<Record<string, number>>>>>;

/** The sign-up checks this key before it fetches this file. */
const key = "demo_marks";

/** More days than a guest marks: longer data in the storage, which anyone can edit, is cut. */
const daysMax = 60;

/** The marks stored in this browser. Invalid values are ignored. */
export function readDemoMarks(storage: Storage): DemoMarks {
  let stored: unknown;
  try {
    stored = JSON.parse(storage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
  const marks: Partial<Record<DemoHabit["id"], Record<string, number>>> = {};
  for (const { id, most } of demoHabits) {
    const days = Object.entries((stored as Record<string, unknown> | null)?.[id] ?? {});
    const known = days.filter(
      ([day, value]) => /^20\d{2}-\d{2}-\d{2}$/.test(day) && Number.isInteger(value) && value >= 0 && value <= most,
    );
    if (known.length > 0) marks[id] = Object.fromEntries(known.slice(0, daysMax));
  }
  return marks;
}

export function writeDemoMarks(storage: Storage, marks: DemoMarks): void {
  try {
    storage.setItem(key, JSON.stringify(marks));
  } catch {
    // Without storage the marks last as long as the page.
  }
}

export function forgetDemoMarks(storage: Storage): void {
  storage.removeItem(key);
}

/** The habits with marks, each with its days: those that the user can import into an account. */
export function markedHabits(marks: DemoMarks): { habit: DemoHabit; days: [day: string, value: number][] }[] {
  return demoHabits.flatMap((habit) => {
    const days = Object.entries(marks[habit.id] ?? {}).filter(([, value]) => value > 0);
    return days.length > 0 ? [{ habit, days }] : [];
  });
}
