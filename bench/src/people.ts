import type { Sql } from "@daymark/db/connection/client";

/** A logged-in user with habits. */
export interface Person {
  id: number;
  username: string;
  password: string;
  /** The ids of the habits: six on the free plan, good ones first. */
  habits: number[];
  refresh: string;
  access: string;
}

/** The days of ten years, including today. */
export const tenYearsDays = 3653;
/** The days that the dashboard shows of each habit. */
export const monthDays = 31;

const password = "Correct-Horse-7";
/** Each registration hashes a password, so more at once would only queue. */
const parallel = 4;

/** Creates users through the API: registered, logged in, with three good and three bad habits each. */
export async function createPeople(url: string, sql: Sql, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let first = 0; first < count; first += parallel) {
    const numbers = Array.from({ length: Math.min(parallel, count - first) }, (_, index) => first + index);
    people.push(...(await Promise.all(numbers.map((number) => createPerson(url, `bench_${number}`)))));
  }
  const rows = await sql<{ id: string; username: string }[]>`select id, username from users`;
  const ids = new Map(rows.map((row) => [row.username, Number(row.id)]));
  for (const person of people) person.id = ids.get(person.username) as number;
  return people;
}

/**
 * Creates one user.
 *
 * @param options.habitsEach the number of good habits and the number of bad ones
 * @param options.beforeHabits raises the plan, if they need it
 */
export async function createPerson(
  url: string,
  username: string,
  options: { habitsEach?: number; target?: number; beforeHabits?: () => Promise<void> } = {},
): Promise<Person> {
  const { habitsEach = 3, target = 10, beforeHabits } = options;
  await call(url, "POST", "/api/auth/register/", {
    username,
    email: `${username}@example.org`,
    password,
    password_confirmation: password,
    agreement: true,
  });
  const tokens = await call<{ access: string; refresh: string }>(url, "POST", "/api/auth/token/", {
    username,
    password,
    remember_me: true,
  });
  await beforeHabits?.();
  const habits: number[] = [];
  for (const type of ["good", "bad"]) {
    for (let number = 0; number < habitsEach; number += 1) {
      const habit = {
        title: `Habit ${number} of ${username}`,
        type,
        target,
        unit: "repetitions",
        hue: (number * 45) % 360,
      };
      habits.push((await call<{ id: number }>(url, "POST", "/api/habits/", habit, tokens.access)).id);
    }
  }
  return { id: 0, username, password, habits, ...tokens };
}

/**
 * Gets new access tokens for all users, because a run takes longer than a token lives. It is also the only way to
 * measure a token's first use.
 */
export async function refreshPeople(url: string, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const { access } = await call<{ access: string }>(url, "POST", "/api/auth/token/refresh/", {
      refresh: person.refresh,
    });
    person.access = access;
  }
}

/**
 * Writes values for the last days up to `today` directly into the table, because no measurement is about writing the
 * past.
 */
export async function fillDays(
  sql: Sql,
  habits: readonly { user: number; habit: number }[],
  today: string,
  days: number,
) {
  for (const { user, habit } of habits) {
    await sql`
      insert into progress (user_id, habit_id, day, value, unit)
      select ${user}, ${habit}, ${today}::date - back, 1 + (back * 7) % 20, 'repetitions'
      from generate_series(0, ${days - 1}::int) back`;
  }
}

async function call<T>(url: string, method: string, path: string, body: object, access?: string): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...(access && { authorization: `Bearer ${access}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
