import { appRouter } from "@daymark/api/router";
import { afterAll, expect, test } from "vitest";
import { listOperations, proceduresOf } from "./operation.ts";
import { createTestHost, expectProblem, habit, type Received } from "./testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const operations = listOperations(proceduresOf(appRouter));

type Person = Awaited<ReturnType<typeof host.createUser>>;

/** A person with one of everything. */
async function createOwner() {
  const person = await host.createUser();
  const { id: habitId } = await host.createHabit(person.token);
  await host.send("PUT", `/api/habits/${habitId}/progress/2026-03-01/`, { token: person.token, body: { value: 5 } });
  const { json: note } = await host.send("POST", "/api/notes/", { token: person.token, body: { text: "Mine" } });
  const { json: sessions } = await host.send("GET", "/api/auth/sessions/", { token: person.token });
  return { ...person, habitId, noteId: note.id as number, sessionId: sessions.results[0].id as string };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

interface Case {
  /** What the owner sends. */
  request: (owner: Owner) => { path?: Record<string, string | number>; query?: string; body?: object };
  /** What somebody else is told who sends the same: a code, or what of their own they get instead. */
  stranger: string | ((answer: Received, stranger: Person) => void);
}

const nothing = (answer: Received) => expect(answer.json.results).toEqual([]);
const habitPath = (owner: Owner) => ({ path: { id: owner.habitId } });
const dayPath = (owner: Owner) => ({ path: { id: owner.habitId, day: "2026-03-01" } });

/** Every procedure behind a log-in; one that is missing here fails the test. */
const cases: Record<string, Case> = {
  "auth.sendEmailVerification": {
    request: () => ({ body: {} }),
    stranger: (answer) => expect(answer.status).toBe(200),
  },
  "auth.profile": {
    request: () => ({}),
    stranger: (answer, { username }) => expect(answer.json.username).toBe(username),
  },
  "auth.settings.get": { request: () => ({}), stranger: (answer) => expect(answer.json.language).toBe("en") },
  "auth.settings.update": {
    request: () => ({ body: { theme: "light" } }),
    stranger: (answer) => expect(answer.json.theme).toBe("light"),
  },
  "habit.list": { request: () => ({}), stranger: nothing },
  "habit.get": { request: habitPath, stranger: "habit_not_found" },
  "habit.create": { request: () => ({ body: habit }), stranger: (answer) => expect(answer.json.position).toBe(0) },
  "habit.update": {
    request: (owner) => ({ ...habitPath(owner), body: { title: "Taken over" } }),
    stranger: "habit_not_found",
  },
  "habit.setOrder": {
    request: ({ habitId }) => ({ body: { type: "good", ids: [habitId] } }),
    stranger: "validation_failed",
  },
  "habit.statistics": { request: habitPath, stranger: "habit_not_found" },
  "habit.statisticsList": { request: () => ({}), stranger: nothing },
  "progress.list": { request: () => ({ query: "?from=2026-03-01&to=2026-03-31" }), stranger: nothing },
  "progress.listOfHabit": {
    request: (owner) => ({ ...habitPath(owner), query: "?from=2026-03-01&to=2026-03-31" }),
    stranger: "habit_not_found",
  },
  "progress.set": { request: (owner) => ({ ...dayPath(owner), body: { value: 7 } }), stranger: "habit_not_found" },
  "progress.increment": { request: (owner) => ({ ...dayPath(owner), body: { by: 1 } }), stranger: "habit_not_found" },
  "progress.delete": { request: dayPath, stranger: "habit_not_found" },
  "habit.delete": { request: habitPath, stranger: "habit_not_found" },
  "habit.restore": { request: habitPath, stranger: "habit_not_found" },
  "note.list": { request: () => ({}), stranger: nothing },
  "note.create": { request: () => ({ body: { text: "New" } }), stranger: (answer) => expect(answer.status).toBe(201) },
  "note.update": {
    request: ({ noteId }) => ({ path: { id: noteId }, body: { text: "Taken over" } }),
    stranger: "note_not_found",
  },
  "note.delete": { request: ({ noteId }) => ({ path: { id: noteId } }), stranger: "note_not_found" },
  "session.list": {
    request: () => ({}),
    stranger: (answer) =>
      expect(answer.json.results.map((session: { is_current: boolean }) => session.is_current)).toEqual([true]),
  },
  "session.get": { request: ({ sessionId }) => ({ path: { id: sessionId } }), stranger: "session_not_found" },
  "session.end": { request: ({ sessionId }) => ({ path: { id: sessionId } }), stranger: "session_not_found" },
  "session.endAll": {
    request: () => ({ body: { keep_current: true } }),
    stranger: (answer) => expect(answer.json.terminated).toBe(0),
  },
};

/** What anyone may call; whom it is about is in what they send. */
const open = ["auth.register", "auth.login", "auth.refresh", "auth.blacklist", "auth.verifyEmail"];

test("every procedure is either open to anyone or has its case here", () => {
  expect(
    operations
      .filter(({ guard }) => guard === "public")
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...open].sort());
  expect(
    operations
      .filter(({ guard }) => guard !== "public")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(cases).sort());
});

test.each(Object.entries(cases))(
  "%s: a guest is refused, a stranger finds nothing, the owner is served",
  async (name, it) => {
    const operation = operations.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`${name} does not exist`);
    const owner = await createOwner();
    const { path = {}, query = "", body } = it.request(owner);
    const url = `/api${operation.path.replace(/\{(\w+)\}/g, (_, member) => String(path[member]))}${query}`;
    const send = (token?: string) =>
      host.send(operation.method, url, { ...(token && { token }), ...(body && { body }) });

    expectProblem(await send(), 401, "not_authenticated");
    const stranger = await host.createUser();
    const answer = await send(stranger.token);
    if (typeof it.stranger === "string") expect(answer.json, answer.text).toMatchObject({ code: it.stranger });
    else it.stranger(answer, stranger);

    const served = await send(owner.token);
    expect(served.status, served.text).toBe(operation.status);
  },
);

test("the same guard stands before the same procedures over tRPC", async () => {
  for (const name of Object.keys(cases)) {
    const { method } = operations.find((candidate) => candidate.name === name) ?? {};
    const answer = await (method === "GET"
      ? host.send("GET", `/trpc/${name}`)
      : host.send("POST", `/trpc/${name}`, { body: { json: {} } }));
    expect(answer.status, name).toBe(401);
    expect(answer.json.error.json.data.code).toBe("not_authenticated");
  }
});
