import { hashPassword } from "../../packages/auth/src/password/password.ts";
import type { Database, Transaction } from "../../packages/db/src/connection/client.ts";
import { habits, habitTargets } from "../../packages/db/src/schema/habit.ts";
import { notes } from "../../packages/db/src/schema/note.ts";
import { progress } from "../../packages/db/src/schema/progress.ts";
import { users } from "../../packages/db/src/schema/user.ts";
import { fromDayNumber } from "../../packages/domain/src/base/day.ts";
import { type DemoHabit, type DemoPerson, demoAdmin, demoPassword, demoPeople } from "./people.ts";
import { demoDays, demoProgress, targetChangeAgo } from "./progress.ts";

/** PostgreSQL accepts at most 65,535 parameters per statement; an entry has eight. */
const entriesPerStatement = 5000;

/**
 * Fills a migrated, empty database with a year of two users and an admin. Does nothing if a user exists.
 *
 * @param today day number.
 */
export async function seedDemo(db: Database, today: number): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  await db.transaction(async (transaction) => {
    if ((await transaction.select({ id: users.id }).from(users).limit(1)).length > 0) return;
    const create = (user: Pick<DemoPerson, "username" | "language" | "plan"> & { isStaff: boolean }) =>
      createUser(transaction, { ...user, passwordHash, today });
    for (const person of demoPeople) {
      await createYear(transaction, await create({ ...person, isStaff: false }), person, today);
    }
    await create({ username: demoAdmin, language: "en", plan: "free", isStaff: true });
  });
}

async function createUser(
  transaction: Transaction,
  user: Pick<DemoPerson, "username" | "language" | "plan"> & { isStaff: boolean; passwordHash: string; today: number },
): Promise<number> {
  const [row] = await transaction
    .insert(users)
    .values({
      username: user.username,
      email: `${user.username}@example.com`,
      email_verified: true,
      password_hash: user.passwordHash,
      is_staff: user.isStaff,
      language: user.language,
      plan: user.plan,
      date_joined: instantOf(user.today - demoDays),
    })
    .returning({ id: users.id });
  if (!row) throw new Error("The insert returned no row");
  return row.id;
}

async function createYear(transaction: Transaction, userId: number, person: DemoPerson, today: number): Promise<void> {
  const positions = { good: 0, bad: 0 };
  for (const habit of person.habits) {
    const id = await createHabit(transaction, userId, habit, positions[habit.type]++, today);
    const rows = demoProgress(person, habit, today).map(({ day, ...entry }) => ({
      user_id: userId,
      habit_id: id,
      day: fromDayNumber(day),
      unit: habit.unit,
      ...entry,
    }));
    for (let index = 0; index < rows.length; index += entriesPerStatement) {
      await transaction.insert(progress).values(rows.slice(index, index + entriesPerStatement));
    }
  }
  await transaction.insert(notes).values(
    person.notes.map((note, index) => {
      const written = instantOf(today - 20 - index);
      return { user_id: userId, ...note, created_at: written, updated_at: written };
    }),
  );
}

async function createHabit(
  transaction: Transaction,
  userId: number,
  habit: DemoHabit,
  position: number,
  today: number,
): Promise<number> {
  const { title, description, type, unit, hue, weekdays, timesPerWeek } = habit;
  const firstDay = fromDayNumber(today - demoDays);
  const [row] = await transaction
    .insert(habits)
    .values({
      user_id: userId,
      title,
      type,
      unit,
      hue,
      position,
      created_on: firstDay,
      created_at: instantOf(today - demoDays),
      ...(description && { description }),
      ...(timesPerWeek ? { times_per_week: timesPerWeek } : weekdays && { weekdays }),
      group_name: habit.group ?? null,
    })
    .returning({ id: habits.id });
  if (!row) throw new Error("The insert returned no row");
  const target = (from_day: string, amount: number) => ({
    user_id: userId,
    habit_id: row.id,
    from_day,
    target: amount,
  });
  await transaction
    .insert(habitTargets)
    .values([
      target(firstDay, habit.target),
      ...(habit.later ? [target(fromDayNumber(today - targetChangeAgo(habit)), habit.later)] : []),
    ]);
  return row.id;
}

/** 08:00 UTC of that day. */
function instantOf(day: number): Date {
  return new Date(`${fromDayNumber(day)}T08:00:00Z`);
}
