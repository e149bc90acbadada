import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { reachEmbedded } from "@daymark/db/embedded/embedded-url";
import { notesMax } from "@daymark/domain/tracking/note";
import { type Answer, type CallOptions, type Place, password } from "../e2e/product.ts";

export type Product = Awaited<ReturnType<Place["start"]>>;
export type Person = Awaited<ReturnType<Product["createPerson"]>>;

const renewMilliseconds = 5 * 60_000;

/** Works on the database of a running product. */
export async function withDatabase<T>(place: Place | string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const url = typeof place === "string" ? place : (await reachEmbedded(place.directory)).superuserUrl;
  const { sql } = createDatabase(url, { max: 2, prepare: false });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Creates users who may write in public, and an open request for them to comment on. */
export async function createPeople(product: Product, place: Place | string, count: number) {
  const people: Person[] = [];
  for (let index = 0; index < count; index++) people.push(await product.createPerson());
  const [first] = people as [Person];
  const names = people.map(({ username }) => username);
  await withDatabase(place, (sql) => sql`update users set email_verified = true where username in ${sql(names)}`);
  const body = { title: "Hold under faults", details: "All of it.", category: "improvements" };
  let made: Answer;
  // The server may still cache the users as unverified for a moment.
  do made = await product.call("POST", "/api/feature-requests/", { token: first.token, body });
  while (made.status !== 201 && (await sleep(100, true)));
  const requestId = Number(made.json.id);
  await withDatabase(place, (sql) => sql`update feature_requests set status = 'open' where id = ${requestId}`);
  return { people, requestId };
}

/** The writes that the server has acknowledged. */
interface Ledger {
  notes: Set<string>;
  comments: Set<string>;
  /** The last value of each day. */
  days: Map<string, number>;
  vote: string | undefined;
}

/**
 * Starts clients that write without a pause: notes and comments with an Idempotency-Key, days, votes. Like a real
 * client, they repeat a request that gets no answer or a 503 until the server acknowledges it. At the end each such
 * change must exist exactly once. A client gives up on any other error, and `unexpected` reports it.
 *
 * @param options.isPublic whether they also write public content, which is rate-limited if rate limits are on
 */
export function startLoad(
  product: Pick<Product, "call">,
  audience: { people: Person[]; requestId: number },
  { isPublic }: { isPublic: boolean },
) {
  const ledgers = audience.people.map(
    (): Ledger => ({ notes: new Set(), comments: new Set(), days: new Map(), vote: undefined }),
  );
  let isStopping = false;
  let acknowledged = 0;
  const unexpected = new Map<number, string>();

  const tokens = audience.people.map(({ token }) => ({ token, at: performance.now() }));

  /** An access token lives for ten minutes. The client renews it earlier, so that any 401 is a fault. */
  async function tokenOf(index: number): Promise<string> {
    const known = tokens[index] as { token: string; at: number };
    if (performance.now() - known.at > renewMilliseconds) {
      const body = { username: audience.people[index]?.username as string, password };
      const answer = await product.call("POST", "/api/auth/token/", { body }).catch(() => null);
      if (answer?.status === 200) tokens[index] = { token: answer.json.access, at: performance.now() };
    }
    return (tokens[index] as { token: string }).token;
  }

  /** @returns whether the server acknowledged the write; false if it refused it for good */
  async function write(index: number, method: string, path: string, given: CallOptions, good: number[]) {
    for (;;) {
      const options = { ...given, token: await tokenOf(index) };
      const answer = await product.call(method, path, options).catch(() => null);
      if (answer && good.includes(answer.status)) {
        acknowledged += 1;
        return true;
      }
      // The server is down, too busy or out of disk space, so the client repeats the request. Any other error is
      // recorded as unexpected.
      if (answer && answer.status !== 503) {
        unexpected.set(answer.status, JSON.stringify(answer.json).slice(0, 300));
        await sleep(25);
        return false;
      }
      await sleep(25);
    }
  }

  const workers = audience.people.flatMap(({ habitId, username }, index) => {
    const ledger = ledgers[index] as Ledger;
    const repeat = async (work: (turn: number) => Promise<void>) => {
      for (let turn = 0; !isStopping; turn++) await work(turn);
    };
    return [
      repeat(async (turn) => {
        // The limit of notes for a user. Days are recorded as long as the load lasts.
        if (ledger.notes.size === notesMax) return void (await sleep(100));
        const text = `${username} note ${turn}`;
        const options = { body: { text }, headers: { "idempotency-key": text } };
        if (await write(index, "POST", "/api/notes/", options, [201])) ledger.notes.add(text);
      }),
      repeat(async (turn) => {
        const day = new Date(Date.UTC(2026, 1, 1 + (turn % 200))).toISOString().slice(0, 10);
        const value = 1 + ((turn * 7) % 30);
        const path = `/api/habits/${habitId}/progress/${day}/`;
        if (await write(index, "PUT", path, { body: { value } }, [200, 201])) ledger.days.set(day, value);
      }),
      repeat(async (turn) => {
        if (!isPublic) return void (await sleep(100));
        const type = turn % 3 === 0 ? "dislike" : "like";
        const path = `/api/feature-requests/${audience.requestId}/reactions/`;
        if (await write(index, "POST", path, { body: { type } }, [200, 201])) ledger.vote = type;
        const text = `${username} comment ${turn}`;
        const options = { body: { text }, headers: { "idempotency-key": text } };
        const comments = `/api/feature-requests/${audience.requestId}/comments/`;
        if (await write(index, "POST", comments, options, [201])) ledger.comments.add(text);
      }),
    ];
  });

  return {
    acknowledged: () => acknowledged,
    /** The token of the user with that index, valid for some minutes. */
    tokenOf,
    /** Errors other than 503. */
    unexpected: () => Object.fromEntries(unexpected),
    /** Waits until the server has acknowledged this many more writes. @returns how long that took, in milliseconds */
    async progress(more: number): Promise<number> {
      const [wanted, startedAt] = [acknowledged + more, performance.now()];
      while (acknowledged < wanted) await sleep(5);
      return performance.now() - startedAt;
    },
    /** Waits until each client has finished its request. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(workers);
    },
    /** Compares the acknowledged writes with the rows in the database. */
    async compare(sql: Sql): Promise<{ lost: number; doubled: number }> {
      let [lost, doubled] = [0, 0];
      const weigh = (acked: Set<string>, there: string[]) => {
        const found = new Set(there);
        for (const text of acked) if (!found.has(text)) lost += 1;
        doubled += there.length - found.size;
      };
      for (const [index, { username, habitId }] of audience.people.entries()) {
        const ledger = ledgers[index] as Ledger;
        const [user] = await sql`select id from users where username = ${username}`;
        const id = Number(user?.id);
        const texts = (rows: Record<string, unknown>[]) => rows.map(({ text }) => String(text));
        weigh(ledger.notes, texts(await sql`select text from notes where user_id = ${id}`));
        weigh(ledger.comments, texts(await sql`select text from comments where author_id = ${id}`));
        const days =
          await sql`select day::text as day, value from progress where user_id = ${id} and habit_id = ${habitId}`;
        const values = new Map(days.map(({ day, value }) => [String(day), Number(value)]));
        for (const [day, value] of ledger.days) if (values.get(day) !== value) lost += 1;
        const votes = await sql`select reactions.type from reactions join feature_requests using (thread_id)
          where feature_requests.id = ${audience.requestId} and user_id = ${id}`;
        if (ledger.vote !== undefined && votes[0]?.type !== ledger.vote) lost += 1;
        doubled += Math.max(0, votes.length - 1);
      }
      return { lost, doubled };
    },
  };
}

export type Load = ReturnType<typeof startLoad>;
