import { settleFamily } from "../../packages/api/src/thread/merged-thread.ts";
import type { Database, Sql } from "../../packages/db/src/connection/client.ts";
import { withinTransaction } from "../../packages/db/src/connection/within-transaction.ts";
import { featureRequests } from "../../packages/db/src/schema/feature-request.ts";
import { comments, reactions, threadFollowers } from "../../packages/db/src/schema/thread.ts";
import { users } from "../../packages/db/src/schema/user.ts";
import { fromDayNumber } from "../../packages/domain/src/base/day.ts";
import { type DemoRequest, demoReaders, demoRequests } from "./requests.ts";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Fills the board with requests of every status, with votes and comments. Does nothing if a request exists. The demo
 * users must exist.
 *
 * @param today day number
 */
export function seedBoard(db: Database, today: number): Promise<void> {
  return withinTransaction(db, async (within) => {
    if ((await within.$count(featureRequests)) > 0) return;
    const people = new Map((await within.select().from(users)).map(({ username, id }) => [username, id]));
    const readers = await createReaders(within, today);
    const made = new Map<string, { id: number; thread_id: number }>();
    for (const request of demoRequests) {
      made.set(request.title, await createRequest({ db: within, people, readers, made, today }, request));
    }
    await settleFamily(
      within.$client,
      [...made.values()].map(({ thread_id }) => thread_id),
    );
  });
}

interface Reader {
  id: number;
  /** Day number. */
  joined: number;
}

/** A reader joins about every eight days, the last one a week ago. */
async function createReaders(db: Database, today: number): Promise<Reader[]> {
  const joined = Array.from({ length: demoReaders }, (_, index) => today - 7 - (demoReaders - index) * 8 + (index % 3));
  const rows = await db
    .insert(users)
    .values(
      joined.map((day, index) => {
        const username = `reader_${String(index + 1).padStart(2, "0")}`;
        return { username, email: `${username}@example.com`, email_verified: true, date_joined: morningOf(day) };
      }),
    )
    .returning({ id: users.id });
  return rows.map(({ id }, index) => ({ id, joined: joined[index] as number }));
}

/** 08:00 UTC of that day. */
function morningOf(day: number): Date {
  return new Date(`${fromDayNumber(day)}T08:00:00Z`);
}

interface Seeding {
  db: Database;
  people: ReadonlyMap<string, number>;
  readers: readonly Reader[];
  made: ReadonlyMap<string, { id: number; thread_id: number }>;
  today: number;
}

async function createRequest(
  { db, people, readers, made, today }: Seeding,
  request: DemoRequest,
): Promise<{ id: number; thread_id: number }> {
  const {
    title,
    details,
    category,
    author,
    status,
    stage,
    reason,
    reply,
    duplicateOf,
    ago,
    likes,
    dislikes = 0,
  } = request;
  const idOf = (username: string): number => {
    const id = people.get(username);
    if (id === undefined) throw new Error(`${username} is not registered`);
    return id;
  };
  const sent = morningOf(today - ago).getTime();
  const decided = new Date(status === "pending" ? sent : sent + day);
  const thread_id = await createThread(db.$client, decided);
  const [row] = await db
    .insert(featureRequests)
    .values({
      ...{ thread_id, author_id: idOf(author), title, details, category, status },
      ...{ stage: stage ?? null, shipped_at: reason === "shipped" ? decided : null },
      ...{ reason: reason ?? null, reply: reply ?? null },
      duplicate_of_id: duplicateOf === undefined ? null : (made.get(duplicateOf)?.id ?? null),
      pinned_at: request.pinned ? decided : null,
      created_at: new Date(sent),
      updated_at: decided,
    })
    .returning({ id: featureRequests.id });
  if (!row) throw new Error("The insert returned no row");
  // Each vote comes some days after the request and the reader exist.
  const voteOf = ({ id, joined }: Reader) => ({
    thread_id,
    user_id: id,
    created_at: morningOf(Math.min(today, Math.max(today - ago, joined) + ((id * 5) % 23))),
  });
  const votes = [
    ...readers.slice(0, likes).map((reader) => ({ ...voteOf(reader), type: "like" as const })),
    ...readers.slice(readers.length - dislikes).map((reader) => ({ ...voteOf(reader), type: "dislike" as const })),
  ];
  if (votes.length > 0) await db.insert(reactions).values(votes);
  await db.insert(threadFollowers).values({ thread_id, user_id: idOf(author) });
  await talk(db, { thread_id, decided, idOf }, request.comments ?? []);
  return { id: row.id, thread_id };
}

async function createThread(sql: Sql, activeAt: Date): Promise<number> {
  const [row] = await sql<{ id: string }[]>`
    insert into threads (kind, active_at) values ('feature_request', ${activeAt.toISOString()}) returning id`;
  if (!row) throw new Error("The insert returned no row");
  return Number(row.id);
}

/** A comment every five hours after the decision. */
async function talk(
  db: Database,
  { thread_id, decided, idOf }: { thread_id: number; decided: Date; idOf: (username: string) => number },
  said: NonNullable<DemoRequest["comments"]>,
): Promise<void> {
  let spoken = decided.getTime();
  const say = async ({ author, text }: { author: string; text: string }, parent_id: number | null) => {
    spoken += 5 * hour;
    const values = { thread_id, author_id: idOf(author), text, parent_id, created_at: new Date(spoken) };
    const [row] = await db.insert(comments).values(values).returning({ id: comments.id });
    return row?.id ?? null;
  };
  for (const comment of said) {
    const parent = await say(comment, null);
    for (const reply of comment.replies ?? []) await say(reply, parent);
  }
}
