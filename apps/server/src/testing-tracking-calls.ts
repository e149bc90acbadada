import { expect } from "vitest";
import { habit, type Received } from "./testing.ts";
import type { Call, Owner } from "./testing-calls.ts";

const nothing = (answer: Received) => expect(answer.json.results).toEqual([]);
const served = (answer: Received) => expect(answer.status, answer.text).toBeLessThan(300);
const habitPath = (owner: Owner) => ({ path: { id: owner.habitId } });
const dayPath = (owner: Owner) => ({ path: { id: owner.habitId, day: "2026-03-01" } });
const logItemPath = (owner: Owner) => ({ path: { id: owner.habitId, item_id: owner.logItemId } });
const year = "?from=2026-01-01&to=2026-12-31";
/** The plan of the owner and of the stranger lacks it. The test then only checks that the guard accepts the owner. */
const notInPlan = { owner: "plan_limit_reached", stranger: "plan_limit_reached" };

/** Calls about habits, days, notes and vacations. */
export const trackingCalls: Record<string, Call> = {
  "habit.list": { request: () => ({}), stranger: nothing },
  "habit.get": { request: habitPath, stranger: "habit_not_found" },
  "habit.create": { request: () => ({ body: habit }), stranger: (answer) => expect(answer.json.position).toBe(0) },
  "habit.update": {
    request: (owner) => ({ ...habitPath(owner), body: { title: "Taken over" } }),
    stranger: "habit_not_found",
  },
  "habit.renameGroup": { request: () => ({ body: { from: "Evening", to: "Night" } }), stranger: nothing },
  "habit.setOrder": {
    request: ({ habitId }) => ({ body: { type: "good", ids: [habitId] } }),
    stranger: "validation_failed",
  },
  "habit.statistics": { request: habitPath, stranger: "habit_not_found" },
  "habit.statisticsList": { request: () => ({}), stranger: nothing },
  "habit.analysis": { request: habitPath, stranger: "habit_not_found" },
  "habit.streak": { request: habitPath, stranger: "habit_not_found" },
  // The plan is checked first, so that the answer does not reveal the owner of a habit. packages/api/src/habit tests
  // paid plans.
  "habit.analytics": { request: () => ({ query: year }), ...notInPlan },
  "habit.trend": { request: (owner) => ({ ...habitPath(owner), query: year }), ...notInPlan },
  "habit.correlation": {
    request: (owner) => ({ ...habitPath(owner), query: `${year}&other_id=1` }),
    ...notInPlan,
  },
  "dayLog.list": {
    request: (owner) => ({ ...habitPath(owner), query: "?date=2026-03-02" }),
    stranger: "habit_not_found",
  },
  "dayLog.hours": {
    request: (owner) => ({ ...habitPath(owner), query: "?from=2026-03-01&to=2026-03-31" }),
    stranger: "habit_not_found",
  },
  "dayLog.create": { request: (owner) => ({ ...habitPath(owner), body: { value: 7 } }), stranger: "habit_not_found" },
  "dayLog.update": {
    request: (owner) => ({ ...logItemPath(owner), body: { value: 7 } }),
    stranger: "habit_not_found",
  },
  "dayLog.delete": { request: logItemPath, stranger: "habit_not_found" },
  "habit.insights": { request: () => ({}), ...notInPlan },
  "habit.review": { request: () => ({ query: "?year=2026" }), ...notInPlan },
  "habit.listDeleted": { request: () => ({}), stranger: nothing },
  "habit.delete": { request: habitPath, stranger: "habit_not_found" },
  "habit.restore": { request: habitPath, stranger: "habit_not_found" },
  "habit.trash.list": { request: () => ({}), stranger: nothing },
  "habit.trash.delete": {
    request: ({ trashedHabitId }) => ({ path: { id: trashedHabitId } }),
    stranger: "habit_not_found",
  },
  "habit.trash.deleteAll": { request: () => ({}), stranger: served },
  "note.list": { request: () => ({}), stranger: nothing },
  "note.create": { request: () => ({ body: { text: "New" } }), stranger: served },
  "note.update": {
    request: ({ noteId }) => ({ path: { id: noteId }, body: { text: "Taken over" } }),
    stranger: "note_not_found",
  },
  "note.delete": { request: ({ noteId }) => ({ path: { id: noteId } }), stranger: "note_not_found" },
  "progress.list": { request: () => ({ query: "?from=2026-03-01&to=2026-03-31" }), stranger: nothing },
  "progress.listOfHabit": {
    request: (owner) => ({ ...habitPath(owner), query: "?from=2026-03-01&to=2026-03-31" }),
    stranger: "habit_not_found",
  },
  "progress.set": { request: (owner) => ({ ...dayPath(owner), body: { value: 7 } }), stranger: "habit_not_found" },
  "progress.setMany": {
    request: ({ habitId }) => ({ body: { entries: [{ habit_id: habitId, day: "2026-03-01", value: 7 }] } }),
    stranger: "habit_not_found",
  },
  "progress.confirm": {
    request: ({ badHabitId }) => ({ path: { id: badHabitId }, body: { from: "2026-03-01", to: "2026-03-31" } }),
    stranger: "habit_not_found",
  },
  "progress.increment": { request: (owner) => ({ ...dayPath(owner), body: { by: 1 } }), stranger: "habit_not_found" },
  "progress.delete": { request: dayPath, stranger: "habit_not_found" },
  "vacation.list": { request: () => ({}), stranger: nothing },
  "vacation.create": {
    request: () => ({ body: { from: "2026-03-01", to: "2026-03-02" } }),
    stranger: (answer) => expect(answer.json.skipped_days).toBe(0),
  },
  "vacation.delete": { request: ({ vacationId }) => ({ path: { id: vacationId } }), stranger: "vacation_not_found" },
};
