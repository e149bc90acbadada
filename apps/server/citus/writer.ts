import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@daymark/db/connection/client";
import { expect } from "vitest";
import { callAt, type personAt } from "../e2e/product.ts";

const dayMilliseconds = 86_400_000;

export type Person = Awaited<ReturnType<typeof personAt>>;

export interface Writer {
  person: Person;
  firstDay: string;
  /** The acknowledged value of each day. */
  acknowledged: Map<string, number>;
  /** The statuses of refused writes; 0 if no server answered. */
  refused: { status: number; retryAfter: string | null }[];
  longestMilliseconds: number;
  stop: () => Promise<void>;
}

/**
 * Writes one day after the other, each once, and repeats a refused write until the server acknowledges it.
 *
 * @param firstDay `YYYY-MM-DD`
 */
export function startWriter(url: string, person: Person, firstDay: string): Writer {
  let isStopping = false;
  const writer: Writer = {
    person,
    firstDay,
    acknowledged: new Map(),
    refused: [],
    longestMilliseconds: 0,
    stop: async () => {
      isStopping = true;
      await writing;
    },
  };
  async function put(day: string, value: number) {
    const path = `/api/habits/${person.habitId}/progress/${day}/`;
    try {
      const { status, headers } = await callAt(url, "PUT", path, { token: person.token, body: { value } });
      return { status, retryAfter: headers.get("retry-after") };
    } catch {
      return { status: 0, retryAfter: null };
    }
  }
  async function write(): Promise<void> {
    for (let index = 0; !isStopping; index += 1) {
      const day = new Date(Date.parse(firstDay) + index * dayMilliseconds).toISOString().slice(0, 10);
      const value = 1 + (index % 9_999);
      for (;;) {
        const begun = performance.now();
        const answer = await put(day, value);
        if (answer.status === 200) {
          writer.longestMilliseconds = Math.max(writer.longestMilliseconds, performance.now() - begun);
          writer.acknowledged.set(day, value);
          break;
        }
        writer.refused.push(answer);
        await sleep(50);
      }
      await sleep(5);
    }
  }
  const writing = write();
  return writer;
}

/** Checks that the database stores every acknowledged write once. */
export async function assertAllThere(sql: Sql, { person, firstDay, acknowledged }: Writer): Promise<void> {
  const rows = await sql<{ day: string; value: number }[]>`
    select p.day::text as day, p.value from progress p
    where p.user_id = (select id from users where username = ${person.username}) and p.day >= ${firstDay}
    order by p.day`;
  const stored = new Map(rows.map(({ day, value }) => [day, value]));
  expect(stored.size).toBe(rows.length);
  for (const [day, value] of acknowledged) expect(stored.get(day), `${person.username} ${day}`).toBe(value);
  // One more row may exist: the write that was under way at the end.
  expect(stored.size - acknowledged.size).toBeLessThanOrEqual(1);
}
