import type { Request } from "./load.ts";
import type { Person } from "./people.ts";
import { postSlug } from "./public.ts";
import { seededRandom } from "./random.ts";

/** The headers that the product's client sends with every call. The references receive them too and ignore them. */
function headersOf(person: Person): Record<string, string> {
  return {
    authorization: `Bearer ${person.access}`,
    "accept-language": "en",
    "x-theme": "dark",
    "x-timezone": "UTC",
    "content-type": "application/json",
  };
}

/** A value to record, which both sides of a comparison receive. */
export interface Write {
  person: Person;
  habit: number;
  day: string;
  value: number;
}

/**
 * The writes of each connection in order: a random user, habit and day of the last month, so that two connections
 * rarely write the same row and all tokens are in use. The same seed gives both sides the same writes.
 */
export function drawWrites(options: {
  people: readonly Person[];
  days: readonly string[];
  connections: number;
  each: number;
  seed: number;
}): Write[][] {
  const random = seededRandom(options.seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: options.connections }, () =>
    Array.from({ length: options.each }, () => {
      const person = pick(options.people);
      return { person, habit: pick(person.habits), day: pick(options.days), value: 1 + Math.floor(random() * 10_000) };
    }),
  );
}

/** The request that the client's batch link sends. */
export function setOverTrpc({ person, habit, day, value }: Write): Request {
  return {
    method: "POST",
    path: "/trpc/progress.set?batch=1",
    headers: headersOf(person),
    body: JSON.stringify({ "0": { json: { id: habit, day, value } } }),
  };
}

export function setOverBareTrpc({ person, habit, day, value }: Write): Request {
  return {
    method: "POST",
    path: "/trpc/set?batch=1",
    headers: headersOf(person),
    body: JSON.stringify({ "0": { user_id: person.id, habit_id: habit, day, value } }),
  };
}

export function setOverRest({ person, habit, day, value }: Write): Request {
  return {
    method: "PUT",
    path: `/api/habits/${habit}/progress/${day}/`,
    headers: headersOf(person),
    body: JSON.stringify({ value }),
  };
}

export function setOverBareRest({ person, habit, day, value }: Write): Request {
  return {
    method: "PUT",
    path: "/progress",
    headers: headersOf(person),
    body: JSON.stringify({ user_id: person.id, habit_id: habit, day, value }),
  };
}

/** The habits and their days in one request, as the dashboard fetches them. */
export function monthOverTrpc(person: Person, from: string, to: string): Request {
  const input = encodeURIComponent(JSON.stringify({ "0": { json: {} }, "1": { json: { from, to } } }));
  return {
    method: "GET",
    path: `/trpc/habit.list,progress.list?batch=1&input=${input}`,
    headers: withoutBody(person),
  };
}

export function monthOverRest(person: Person, from: string, to: string): Request {
  return { method: "GET", path: `/api/progress/?from=${from}&to=${to}`, headers: withoutBody(person) };
}

/** The bare endpoints take the user from the query and check no token. */
export function bareMonth(path: "/month" | "/progress", person: Person, from: string, to: string): Request {
  return { method: "GET", path: `${path}?user=${person.id}&from=${from}&to=${to}`, headers: withoutBody(person) };
}

export function statisticsOverRest(person: Person, habit: number): Request {
  return { method: "GET", path: `/api/habits/${habit}/statistics/`, headers: withoutBody(person) };
}

export function habitsOverRest(person: Person): Request {
  return { method: "GET", path: "/api/habits/", headers: withoutBody(person) };
}

/** The list of feature requests that guests read, requested without a session. */
export const requestsOverRest: Request = {
  method: "GET",
  path: "/api/feature-requests/?limit=10",
  headers: { accept: "application/json" },
};

export function voteOverRest({ person, request }: { person: Person; request: number }): Request {
  return {
    method: "POST",
    path: `/api/feature-requests/${request}/reactions/`,
    headers: headersOf(person),
    body: JSON.stringify({ type: request % 3 === 0 ? "dislike" : "like" }),
  };
}

export function logInOverRest({ username, password }: Person): Request {
  return {
    method: "POST",
    path: "/api/auth/token/",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  };
}

/** A page as a browser requests it on its first visit. */
export function guestPage(path: string): Request {
  return {
    method: "GET",
    path,
    headers: { accept: "text/html", "accept-language": "en", "accept-encoding": "gzip, br" },
  };
}

export function reactOverRest(person: Person, index: number): Request {
  return {
    method: "POST",
    path: `/api/blogs/${postSlug}/reactions/`,
    headers: headersOf(person),
    body: JSON.stringify({ type: index % 2 === 0 ? "like" : "dislike" }),
  };
}

export const bareJson: Request = { method: "GET", path: "/", headers: { accept: "application/json" } };

/** Each connection iterates over all items, but starts at another one. */
export function rotate<T>(list: readonly T[], connections: number): T[][] {
  return Array.from({ length: connections }, (_, connection) => {
    const start = Math.floor((connection * list.length) / connections);
    return [...list.slice(start), ...list.slice(0, start)];
  });
}

function withoutBody(person: Person): Record<string, string> {
  const { "content-type": _, ...headers } = headersOf(person);
  return headers;
}
