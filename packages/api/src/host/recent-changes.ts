import { type LiveTopic, liveTopics } from "@daymark/domain/base/live";
import type { Change } from "./live-message.ts";

/** How long a change is kept for pages that reconnect. Longer than the lifetime of an access token is of no use. */
const rememberedMilliseconds = 11 * 60_000;
/** Some 10 MB at worst. */
const usersMax = 20_000;
const notesMax = 16;
/** How much later than the page's last update the server may have learned of the change. */
const slackMilliseconds = 5_000;

interface Note {
  at: number;
  origin: string | null;
  topics: Set<LiveTopic>;
}

/** The changes of the last minutes, so that a page that was offline for a moment reloads only what it missed. */
export interface Recent {
  add(change: Change): void;
  /** The changes since a page was up to date; all topics if the hub does not know them any more. */
  since(userId: number, ageMs: number | undefined): Iterable<Pick<Note, "topics" | "origin">>;
  /** From now on the hub receives every change. */
  begin(): void;
  /** The hub may have missed changes, so it knows nothing until `begin`. */
  forget(): void;
}

/** @param now milliseconds since the epoch */
export function createRecent(now: () => number): Recent {
  /** The user of the latest change is last. */
  const notesOf = new Map<number, Note[]>();
  let completeSince = Number.POSITIVE_INFINITY;

  function drop(userId: number, notes: readonly Note[]): void {
    notesOf.delete(userId);
    completeSince = Math.max(completeSince, (notes.at(-1)?.at ?? 0) + 1);
  }

  function prune(): void {
    for (const [userId, notes] of notesOf) {
      const isOld = (notes.at(-1)?.at ?? 0) < now() - rememberedMilliseconds;
      if (!isOld && notesOf.size <= usersMax) return;
      drop(userId, notes);
    }
  }

  return {
    add({ userId, origin, topics }) {
      const notes = notesOf.get(userId) ?? [];
      const last = notes.at(-1);
      if (last?.origin === origin) {
        last.at = now();
        for (const topic of topics) last.topics.add(topic);
      } else {
        notes.push({ at: now(), origin, topics: new Set(topics) });
      }
      if (notes.length > notesMax) sumUpOldest(notes);
      notesOf.delete(userId);
      notesOf.set(userId, notes);
      prune();
    },

    since(userId, ageMs) {
      const since = ageMs === undefined ? Number.NEGATIVE_INFINITY : now() - ageMs - slackMilliseconds;
      if (since < completeSince) return [{ topics: new Set(liveTopics), origin: null }];
      return (notesOf.get(userId) ?? []).filter(({ at }) => at >= since);
    },

    begin() {
      notesOf.clear();
      completeSince = now();
    },

    forget() {
      notesOf.clear();
      completeSince = Number.POSITIVE_INFINITY;
    },
  };
}

/**
 * Merges the two oldest changes, with the later time and no origin. A page may reload once too often, but never too
 * seldom.
 */
function sumUpOldest(notes: Note[]): void {
  const [first, second] = notes;
  if (!first || !second) return;
  notes.splice(0, 2, { at: second.at, origin: null, topics: new Set([...first.topics, ...second.topics]) });
}
