import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "@daymark/db/connection/client";
import type { Request } from "./load.ts";
import type { Person } from "./people.ts";
import { monthOverTrpc, setOverRest, statisticsOverRest } from "./traffic.ts";

export const habitsEach = 3;
/** This many users call the API. They are spread evenly over all users. */
const callersMax = 400;

/** Adds users up to this number. The rows they refer to exist, so the function skips the foreign key checks. */
export async function grow(sql: Sql, users: number, daysEach: number): Promise<void> {
  const [{ last } = { last: 0 }] = await sql<{ last: number }[]>`select coalesce(max(id), 0)::int as last from users`;
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      insert into users (username, email, email_verified)
      select 'person_' || number, 'person_' || number || '@example.org', true
      from generate_series(${last + 1}::int, ${users}::int) number`;
    await transaction`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select u.id, 'Habit ' || habit, 'good', 'repetitions', 45, habit, current_date - ${daysEach}::int
      from users u cross join generate_series(1, ${habitsEach}::int) habit where u.id > ${last}`;
    await transaction`
      insert into habit_targets (user_id, habit_id, from_day, target)
      select user_id, id, created_on, 10 from habits where user_id > ${last}`;
    await transaction`
      insert into progress (user_id, habit_id, day, value, unit)
      select h.user_id, h.id, current_date - back, 1 + (h.id + back) % 20, 'repetitions'
      from generate_series(${daysEach - 1}::int, 0, -1) back cross join habits h where h.user_id > ${last}`;
  });
  await sql`vacuum analyze`;
}

/** Chooses the callers among all users and gives each a new key. */
export async function findCallers(sql: Sql): Promise<Person[]> {
  const rows = await sql<{ id: string; habits: string[] }[]>`
    select user_id as id, array_agg(id order by id) as habits
    from habits group by user_id order by hashint8(user_id) limit ${callersMax}`;
  const people = rows.map(({ id, habits }) => ({
    id: Number(id),
    username: `person_${id}`,
    password: "",
    habits: habits.map(Number),
    refresh: "",
    access: `dmk_${randomBytes(32).toString("base64url")}`,
  }));
  for (const { id, access } of people) {
    const hash = createHash("sha256").update(access).digest("hex");
    await sql`
      insert into api_keys (user_id, name, key_hash, key_end, scopes)
      values (${id}, 'bench', ${hash}, ${access.slice(-4)}, ${["read", "write"]})`;
  }
  await sql`analyze api_keys`;
  return people;
}

/** The measured requests by operation, one or more of each user. */
export function listSequences(people: readonly Person[], daysEach: number): Record<string, Request[]> {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const habitOf = (person: Person, index: number) => person.habits[index % habitsEach] as number;
  return {
    "set progress": people.map((person, index) =>
      setOverRest({ person, habit: habitOf(person, index), day: day(index % daysEach), value: 1 + (index % 20) }),
    ),
    "dashboard month": people.map((person) => monthOverTrpc(person, day(30), day(0))),
    statistics: people.map((person, index) => statisticsOverRest(person, habitOf(person, index))),
  };
}
