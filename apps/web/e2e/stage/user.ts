import { randomBytes, randomUUID } from "node:crypto";
import { noonZone } from "./day.ts";

export interface Habit {
  id: number;
  title: string;
  type: "good" | "bad";
  target: number;
}

/** Members of a new habit. The defaults make a habit that is done once a day. */
type HabitInput = Partial<Omit<Habit, "id">> & {
  weekdays?: readonly number[];
  unit?: string;
  hue?: number;
  short_name?: string;
  unit_label?: string;
  time_of_day?: string;
  keeps_log?: boolean;
  group_name?: string;
  schedule?: Readonly<Record<string, unknown>>;
  end?: Readonly<Record<string, unknown>>;
};

/** A user who signed up through the API and logged in with "remember me". */
export interface User {
  username: string;
  email: string;
  password: string;
  access: string;
  refresh: string;
  /** Calls the REST API as this user. Throws if the status is not 2xx. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  createHabit(habit?: HabitInput): Promise<Habit>;
  /** Records a value; the day is `YYYY-MM-DD`. */
  record(habit: Habit, day: string, value: number): Promise<void>;
  /** The value of a habit's day in the database. */
  recorded(habit: Habit, day: string): Promise<number | null>;
}

export const password = "Correct-Horse-7";

/** A unique username, because tests share one product and run side by side. */
export function newName(prefix = "reader"): string {
  return `${prefix}_${randomBytes(5).toString("hex")}`;
}

export async function createUser(url: string): Promise<User> {
  const username = newName();
  const email = `${username}@example.org`;
  const registration = { username, email, password, password_confirmation: password, agreement: true };
  const answer = await callApi(url, "POST", "/auth/register/", registration);
  // The node died before it answered (scripts/test-cluster.ts). It may or may not have created the user, so sign up
  // under another name.
  if (answer.status === 502) return createUser(url);
  await readAnswer(answer, "registration");
  return logIn(url, { username, email, password });
}

/** Logs in a user who has an account already. */
export async function logIn(
  url: string,
  account: { username: string; email: string; password: string },
): Promise<User> {
  const tokens = await send<{ access: string; refresh: string }>(url, "POST", "/auth/token/", {
    username: account.username,
    password: account.password,
    remember_me: true,
  });
  const call = <T>(method: string, path: string, body?: object) => send<T>(url, method, path, body, tokens.access);
  return {
    ...account,
    ...tokens,
    call,
    createHabit: (habit = {}) =>
      call("POST", "/habits/", { title: "Read", type: "good", target: 1, unit: "repetitions", hue: 0, ...habit }),
    record: async (habit, day, value) => {
      await call("PUT", `/habits/${habit.id}/progress/${day}/`, { value });
    },
    recorded: async (habit, day) => {
      const { results } = await call<{ results: { value: number | null }[] }>(
        "GET",
        `/habits/${habit.id}/progress/?from=${day}&to=${day}`,
      );
      return results[0]?.value ?? null;
    },
  };
}

async function send<T>(url: string, method: string, path: string, body?: object, access?: string): Promise<T> {
  const key = randomUUID();
  let answer = await callApi(url, method, path, body, access, key);
  // A node died before it answered. Repeating is safe: a log-in may happen twice, and the other calls are idempotent by
  // method or by key.
  if (answer.status === 502) answer = await callApi(url, method, path, body, access, key);
  return readAnswer<T>(answer, `${method} ${path}`);
}

/**
 * Calls the API. If a node dies before it answers, haproxy answers 502 or closes a used connection; both become status
 * 502.
 */
async function callApi(url: string, method: string, path: string, body?: object, access?: string, key?: string) {
  const init = {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      // The API and the pages use the same current day, also while a run passes midnight in UTC.
      ...(access && { authorization: `Bearer ${access}`, "x-timezone": noonZone }),
      ...(key && access && method === "POST" && { "idempotency-key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  return fetch(`${url}/api${path}`, init).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    return new Response(null, { status: 502 });
  });
}

async function readAnswer<T>(answer: Response, call: string): Promise<T> {
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
