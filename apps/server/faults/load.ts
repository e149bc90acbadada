import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { reachEmbedded } from "@daymark/db/embedded/embedded-url";
import { notesMax } from "@daymark/domain/tracking/note";
import { type Answer, type CallOptions, type Place, password } from "../e2e/product.ts";

export type Product = Awaited<ReturnType<Place["start"]>>;
export type Person = Awaited<ReturnType<Product["createPerson"]>>;

const renewMilliseconds = 5 * 60_000;

/** Works on the database of a running product, past it. */
export async function withDatabase<T>(place: Place | string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const url = typeof place === "string" ? place : (await reachEmbedded(place.directory)).superuserUrl;
  const { sql } = createDatabase(url, { max: 2, prepare: false });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** People who may write in public, and an open request to write at. */
export async function createPeople(product: Product, place: Place | string, count: number) {
  const people: Person[] = [];
  for (let index = 0; index < count; index++) people.push(await product.createPerson());
  const [first] = people as [Person];
  const names = people.map(({ username }) => username);
  await withDatabase(place, (sql) => sql`update users set email_verified = true where username in ${sql(names)}`);
  const body = { title: "Hold under faults", details: "All of it.", category: "improvements" };
  let made: Answer;
  // The node may know them as unverified for a moment longer.
  do made = await product.call("POST", "/api/feature-requests/", { token: first.token, body });
  while (made.status !== 201 && (await sleep(100, true)));
  const requestId = Number(made.json.id);
  await withDatabase(place, (sql) => sql`update feature_requests set status = 'open' where id = ${requestId}`);
  return { people, requestId };
}

/** What clients were told is written. */
interface Ledger {
  notes: Set<string>;
  comments: Set<string>;
  /** By day, the last value. */
  days: Map<string, number>;
  vote: string | undefined;
}

/**
 * Clients that write without a pause: notes and comments under an Idempotency-Key, days, votes. What nobody answers, or
 * 503 does, is sent again, as a client does, until it is acknowledged; so in the end each such deed must be there once.
 * What is refused otherwise is given up, and told by `unexpected`.
 *
 * @param options.isPublic whether they also write what others read, which is limited where limits are on
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

  /** An access token lives for ten minutes: a new one is fetched before, so that 401 remains what nobody may be told. */
  async function tokenOf(index: number): Promise<string> {
    const known = tokens[index] as { token: string; at: number };
    if (performance.now() - known.at > renewMilliseconds) {
      const body = { username: audience.people[index]?.username as string, password };
      const answer = await product.call("POST", "/api/auth/token/", { body }).catch(() => null);
      if (answer?.status === 200) tokens[index] = { token: answer.json.access, at: performance.now() };
    }
    return (tokens[index] as { token: string }).token;
  }

  /** @returns whether it was acknowledged; false where it was refused for good */
  async function write(index: number, method: string, path: string, given: CallOptions, good: number[]) {
    for (;;) {
      const options = { ...given, token: await tokenOf(index) };
      const answer = await product.call(method, path, options).catch(() => null);
      if (answer && good.includes(answer.status)) {
        acknowledged += 1;
        return true;
      }
      // Away, too busy or out of room: to be sent again. Anything else is no answer to a fault, and stays what it is.
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
        // As many as a person may have; days are recorded as long as it lasts.
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
    /** Of the person of that index, good for some minutes. */
    tokenOf,
    /** Answers that neither acknowledge nor ask to come back. */
    unexpected: () => Object.fromEntries(unexpected),
    /** Until so many more were acknowledged than now. @returns how long that took, in milliseconds */
    async progress(more: number): Promise<number> {
      const [wanted, startedAt] = [acknowledged + more, performance.now()];
      while (acknowledged < wanted) await sleep(5);
      return performance.now() - startedAt;
    },
    /** Lets each client finish what it has begun. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(workers);
    },
    /** Compares what was acknowledged with what is there. */
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
