import { type DemoHabit, demoHabits } from "./demo-habits.ts";

/** What a guest has marked, by habit and day (`YYYY-MM-DD`); 0 where they took away what was there. */
export type DemoMarks = Readonly<Partial<Record<DemoHabit["id"], Readonly<Record<string, number>>>>>;

/** The sign-up looks whether there is any before it fetches this file. */
const key = "demo_marks";

/** More days than anyone marks on a landing page: what somebody wrote into the storage by hand is cut. */
const daysMax = 60;

/** What was marked in this browser. Whatever else is stored there counts as nothing. */
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

/** The habits that were marked with something, each with its days: what can come along into an account. */
export function markedHabits(marks: DemoMarks): { habit: DemoHabit; days: [day: string, value: number][] }[] {
  return demoHabits.flatMap((habit) => {
    const days = Object.entries(marks[habit.id] ?? {}).filter(([, value]) => value > 0);
    return days.length > 0 ? [{ habit, days }] : [];
  });
}
