import { randomBytes } from "node:crypto";

export interface Habit {
  id: number;
  title: string;
  type: "good" | "bad";
  target: number;
}

/** Someone who signed up through the API, logged in with remember-me. */
export interface User {
  username: string;
  email: string;
  password: string;
  access: string;
  refresh: string;
  /** A call of the REST API as this user. Throws where the answer is not 2xx. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  createHabit(habit?: Partial<Omit<Habit, "id">> & { unit?: string; hue?: number }): Promise<Habit>;
  /** Records a value; the day is `YYYY-MM-DD`. */
  record(habit: Habit, day: string, value: number): Promise<void>;
  /** What the database has of a habit's day. */
  recorded(habit: Habit, day: string): Promise<number | null>;
}

export const password = "Correct-Horse-7";

/** A name nobody has: tests share one product and run side by side. */
export function newName(prefix = "reader"): string {
  return `${prefix}_${randomBytes(5).toString("hex")}`;
}

export async function createUser(url: string): Promise<User> {
  const username = newName();
  const email = `${username}@example.org`;
  await send(url, "POST", "/auth/register/", {
    username,
    email,
    password,
    password_confirmation: password,
    agreement: true,
  });
  return logIn(url, { username, email, password });
}

/** Logs someone in who has an account already. */
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
    createHabit: ({ title = "Read", type = "good", target = 1, unit = "repetitions", hue = 0 } = {}) =>
      call("POST", "/habits/", { title, type, target, unit, hue }),
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
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(access && { authorization: `Bearer ${access}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
