import type { Habit, HabitCreateInput } from "@daymark/domain/tracking/habit";
import type { App } from "../../../../lib/app.ts";
import { createOnce } from "../../../../lib/create-once.ts";

/**
 * Creates a habit. If an answer is lost, the next call with the same content gets the habit that was created.
 *
 * @throws TRPCClientError as a call does
 */
export function createHabit(app: App, content: HabitCreateInput): Promise<Habit> {
  return createOnce<Habit>(app, "/habits/", content);
}
