import { type LiveTopic, liveTopics } from "@daymark/domain/base/live";
import type { Change } from "./live-message.ts";

/** How long a change is remembered for those who come back: longer than an access token lives is of no use. */
const rememberedMilliseconds = 11 * 60_000;
/** Some 10 MB at worst. */
const usersMax = 20_000;
const notesMax = 16;
/** How much later than a page was up to date the server may have heard of it. */
const slackMilliseconds = 5_000;

interface Note {
  at: number;
  origin: string | null;
  topics: Set<LiveTopic>;
}

/** What changed in the last minutes, so that whoever was away for a moment asks only for what they missed. */
export interface Recent {
  add(change: Change): void;
  /** What somebody has to be told who was up to date so long ago: everything, where that is not known any more. */
  since(userId: number, ageMs: number | undefined): Iterable<Pick<Note, "topics" | "origin">>;
  /** From now on every change is heard of. */
  begin(): void;
  /** Changes may have been missed: nothing is known until `begin`. */
  forget(): void;
}

/** @param now milliseconds since the epoch */
export function createRecent(now: () => number): Recent {
  /** Who changed something last is the last. */
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

/** Told as of the later of the two and of nobody in particular: somebody may ask once too often, never too seldom. */
function sumUpOldest(notes: Note[]): void {
  const [first, second] = notes;
  if (!first || !second) return;
  notes.splice(0, 2, { at: second.at, origin: null, topics: new Set([...first.topics, ...second.topics]) });
}
