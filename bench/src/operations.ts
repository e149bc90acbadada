import type { Request } from "./load.ts";
import { monthDays, type Person } from "./people.ts";
import { openRequests, postPath, searchWords } from "./public.ts";
import {
  bareJson,
  bareMonth,
  drawWrites,
  guestPage,
  habitsOverRest,
  logInOverRest,
  monthOverRest,
  monthOverTrpc,
  reactOverRest,
  requestsOverRest,
  rotate,
  setOverBareRest,
  setOverBareTrpc,
  setOverRest,
  setOverTrpc,
  statisticsOverRest,
  voteOverRest,
} from "./traffic.ts";

export type ReferenceName = "bare JSON" | "bare upsert" | "bare tRPC upsert" | "bare month";

/**
 * The limits of an operation, all of which must hold: the lowest ratio, and the longest milliseconds of these
 * percentiles.
 */
export type Gate = Partial<Record<"ratio" | "p50" | "p95" | "p99", number>>;

/** A measured operation and its reference. */
export interface Operation {
  name: string;
  connections: number;
  gate: Gate | null;
  reference: { name: ReferenceName; sequences: Request[][] } | null;
  sequences: Request[][];
  /** Requests that other clients send meanwhile. The bench does not measure them. */
  flood?: { connections: number; sequences: Request[][] };
  /** Requests of different users, for counting statements. */
  samples: Request[];
}

/** The public pages that guests read most. The server caches each. */
const cachedPages = [
  { name: "landing page", page: "/" },
  { name: "post", page: postPath },
  { name: "list of posts", page: "/blog" },
  { name: "board", page: "/feature-requests" },
];
const searches = [
  { name: "search of the blog", page: "/blog" },
  { name: "search of the board", page: "/feature-requests" },
];

/**
 * Answers per second of other products. In the same run Fastify answered bare JSON 69,000 times a second. Daymark must
 * be five times as fast as they are, each relative to the bare JSON of its own machine.
 */
const otherProducts = {
  "HabitTrove's list of habits": 66,
  "LogChimp's vote": 364,
  "LogChimp's list of ten": 120,
} as const;
const bareJsonThere = 69_000;

function fiveTimes(other: keyof typeof otherProducts): Gate {
  return { ratio: Math.ceil(((5 * otherProducts[other]) / bareJsonThere) * 1000) / 1000 };
}

/** A connection repeats its writes after this many. */
const writesEach = 250;
const samplesMax = 50;

/** Lists the operations with the current access tokens. */
export function listOperations(options: { people: readonly Person[]; days: readonly string[]; connections: number }) {
  const { people, days, connections } = options;
  const month = { from: days.at(-monthDays) as string, to: days.at(-1) as string };
  const writes = drawWrites({ people, days: days.slice(-monthDays), connections, each: writesEach, seed: 20261121 });
  const samplesOf = (toRequest: (person: Person) => Request) => people.slice(0, samplesMax).map(toRequest);
  const firstWrite = (person: Person) => ({ person, habit: person.habits[0] as number, day: month.to, value: 5 });
  const statistics = (person: Person) => statisticsOverRest(person, person.habits[0] as number);
  const operations: Operation[] = [
    {
      name: "set progress, tRPC",
      connections,
      gate: { ratio: 0.7 },
      sequences: writes.map((list) => list.map(setOverTrpc)),
      reference: { name: "bare tRPC upsert", sequences: writes.map((list) => list.map(setOverBareTrpc)) },
      samples: samplesOf((person) => setOverTrpc(firstWrite(person))),
    },
    {
      name: "set progress, REST",
      connections,
      gate: { ratio: 0.55 },
      sequences: writes.map((list) => list.map(setOverRest)),
      reference: { name: "bare upsert", sequences: writes.map((list) => list.map(setOverBareRest)) },
      samples: samplesOf((person) => setOverRest(firstWrite(person))),
    },
    {
      name: "dashboard month, tRPC",
      connections,
      gate: { ratio: 0.6 },
      sequences: rotate(
        people.map((person) => monthOverTrpc(person, month.from, month.to)),
        connections,
      ),
      reference: {
        name: "bare month",
        sequences: rotate(
          people.map((person) => bareMonth("/month", person, month.from, month.to)),
          connections,
        ),
      },
      samples: samplesOf((person) => monthOverTrpc(person, month.from, month.to)),
    },
    {
      name: "dashboard month, REST",
      connections,
      gate: { ratio: 0.6 },
      sequences: rotate(
        people.map((person) => monthOverRest(person, month.from, month.to)),
        connections,
      ),
      reference: {
        name: "bare month",
        sequences: rotate(
          people.map((person) => bareMonth("/progress", person, month.from, month.to)),
          connections,
        ),
      },
      samples: samplesOf((person) => monthOverRest(person, month.from, month.to)),
    },
    ...[connections, 1].map((count): Operation => {
      const sequences = rotate(people.slice(0, tenYearPeople).map(statistics), count);
      return {
        name: "statistics of ten years",
        connections: count,
        gate: count === 1 ? { p50: 5 } : null,
        sequences,
        reference: null,
        samples: people.slice(0, tenYearPeople).map(statistics),
      };
    }),
    {
      // Lists habits while other clients log in as fast as they can, which hashes two passwords at a time.
      name: "habit list in a log-in flood",
      connections: 1,
      gate: { p99: 200 },
      sequences: [people.slice(0, 1).map(habitsOverRest)],
      flood: { connections: 50, sequences: rotate(people.slice(1).map(logInOverRest), 50) },
      reference: null,
      samples: samplesOf(habitsOverRest),
    },
    {
      name: "list of habits, REST",
      connections,
      gate: fiveTimes("HabitTrove's list of habits"),
      sequences: rotate(people.map(habitsOverRest), connections),
      reference: { name: "bare JSON", sequences: [[bareJson]] },
      samples: samplesOf(habitsOverRest),
    },
    {
      name: "list of ten requests, REST",
      connections,
      gate: fiveTimes("LogChimp's list of ten"),
      sequences: [[requestsOverRest]],
      reference: { name: "bare JSON", sequences: [[bareJson]] },
      samples: Array.from({ length: 20 }, () => requestsOverRest),
    },
    {
      name: "vote, REST",
      connections,
      gate: fiveTimes("LogChimp's vote"),
      sequences: rotate(people, connections).map((voters) =>
        voters.map((person, index) => voteOverRest({ person, request: openRequests[index] as number })),
      ),
      reference: { name: "bare JSON", sequences: [[bareJson]] },
      samples: samplesOf((person) => voteOverRest({ person, request: openRequests[0] as number })),
    },
    ...cachedPages.map(({ name, page }): Operation => {
      const ask = guestPage(page);
      return {
        name: `${name}, kept`,
        connections,
        gate: { ratio: 0.3, p95: 20 },
        sequences: [[ask]],
        reference: { name: "bare JSON", sequences: [[bareJson]] },
        samples: Array.from({ length: 20 }, () => ask),
      };
    }),
    // The server renders a search for each request.
    ...searches.map(({ name, page }): Operation => {
      const words = searchWords.map((word) => guestPage(`${page}?search=${word}`));
      return {
        name: `${name}, rendered`,
        connections: 4,
        gate: { p95: 100 },
        sequences: [words],
        reference: null,
        samples: words,
      };
    }),
    {
      // Each reaction makes the server render all pages of the blog again.
      name: "post while people react",
      connections: 4,
      gate: { p95: 100 },
      sequences: [[guestPage(postPath)]],
      flood: { connections: 1, sequences: [people.map(reactOverRest)] },
      reference: null,
      samples: Array.from({ length: 20 }, () => guestPage(postPath)),
    },
  ];
  return operations;
}

/** This many users have a first habit with ten years of days. */
export const tenYearPeople = 32;
