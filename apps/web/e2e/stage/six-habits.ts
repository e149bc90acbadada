import type { Stage } from "./stage.ts";
import type { Habit, User } from "./user.ts";

export type SixHabits = [walk: Habit, run: Habit, read: Habit, sweets: Habit, coffee: Habit, smoke: Habit];

/** Creates a user with three good and three bad habits without any records. */
export async function createSixHabits(stage: Stage): Promise<{ user: User; habits: SixHabits }> {
  const user = await stage.createUser();
  const inputs: Parameters<typeof user.createHabit>[0][] = [
    { title: "Walk" },
    { title: "Run", target: 5, unit: "kilometers" },
    { title: "Read", target: 30, unit: "minutes" },
    { title: "Sweets", type: "bad", target: 1 },
    { title: "Coffee", type: "bad", target: 2, unit: "cups" },
    { title: "Smoke", type: "bad", target: 1 },
  ];
  const habits: Habit[] = [];
  for (const input of inputs) habits.push(await user.createHabit(input));
  return { user, habits: habits as SixHabits };
}
