import { daysAgo } from "./day.ts";
import type { Habit, User } from "./user.ts";

/** Pseudorandom numbers between 0 and 1 from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const days = 450;
/** The API accepts this many entries in one call. */
const entriesMax = 300;

/**
 * Creates six habits with correlations to find: a walk on most days with reading, a better mood after running, sweets
 * on Mondays, running that fell by half, pages that follow minutes of reading, and a monthly goal.
 */
export async function createCorrelatedHabits(user: User): Promise<Habit[]> {
  const random = randomNumbers(11);
  const read = await user.createHabit({ title: "Read", target: 20, unit: "minutes", hue: 225 });
  const walk = await user.createHabit({ title: "Walk the dog around the whole neighborhood", hue: 135 });
  const run = await user.createHabit({ title: "Run", target: 3, unit: "kilometers", hue: 45 });
  const mood = await user.createHabit({ title: "Настрій", target: 1, hue: 90 });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 1, hue: 0 });
  const piano = await user.createHabit({
    title: "Piano",
    target: 600,
    unit: "minutes",
    hue: 270,
    schedule: { target_per: "month" },
  });
  const entries: object[] = [];
  for (let back = days; back >= 1; back -= 1) {
    const day = daysAgo(back);
    const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    const [reads, runs] = [random() < 0.55, random() < (back > 180 ? 0.55 : 0.2)];
    const add = (habit: Habit, value: number) => entries.push({ habit_id: habit.id, day, value });
    if (reads) add(read, Math.round(20 + 40 * random()));
    if (random() < (reads ? 0.85 : 0.4)) add(walk, 1);
    if (runs) add(run, Math.round(3 + 5 * random()));
    add(mood, Math.round(4 + 3 * random() + (runs ? 2 : 0)));
    if (random() < (isMonday ? 0.8 : 0.25)) add(sweets, 3);
    if (random() < 0.6) add(piano, Math.round(15 + 30 * random()));
  }
  await recordAll(user, entries);
  return [read, walk, run, mood, sweets, piano];
}

async function recordAll(user: User, entries: readonly object[]): Promise<void> {
  for (let first = 0; first < entries.length; first += entriesMax) {
    await user.call("PUT", "/progress/", { entries: entries.slice(first, first + entriesMax) });
  }
}

/** Creates six habits that are mostly done on the same days, so that each correlates with every other. */
export async function createSimilarHabits(user: User): Promise<Habit[]> {
  const random = randomNumbers(5);
  const habits: Habit[] = [];
  for (const title of ["Read", "Walk", "Run", "Draw", "Sing", "Write"]) habits.push(await user.createHabit({ title }));
  const entries: object[] = [];
  for (let back = 120; back >= 1; back -= 1) {
    const isGood = random() < 0.5;
    for (const { id } of habits) {
      if (random() < (isGood ? 0.95 : 0.1)) entries.push({ habit_id: id, day: daysAgo(back), value: 1 });
    }
  }
  await recordAll(user, entries);
  return habits;
}
