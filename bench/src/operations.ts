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

/** What has to hold, all of it: the least ratio, the most milliseconds that so many of a hundred answers take. */
export type Gate = Partial<Record<"ratio" | "p50" | "p95" | "p99", number>>;

/** What is measured, and against what. */
export interface Operation {
  name: string;
  connections: number;
  gate: Gate | null;
  reference: { name: ReferenceName; sequences: Request[][] } | null;
  sequences: Request[][];
  /** What others send all the while; how they fare is not measured. */
  flood?: { connections: number; sequences: Request[][] };
  /** One request each of different people, for counting statements. */
  samples: Request[];
}

/** What guests read most, each in the form in which the server keeps it. */
const keptPages = [
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
 * What others answer a second at their own job, by the design's page on performance, where bare JSON of Fastify was
 * answered 69,000 times in the same run. Ours is to be five times that, each beside the bare JSON of its own machine.
 */
const others = { "HabitTrove's list of habits": 66, "LogChimp's vote": 364, "LogChimp's list of ten": 120 } as const;
const bareJsonThere = 69_000;

function fiveTimes(other: keyof typeof others): Gate {
  return { ratio: Math.ceil(((5 * others[other]) / bareJsonThere) * 1000) / 1000 };
}

/** Writes a connection has in store before it begins anew. */
const writesEach = 250;
const samplesMax = 50;

/**
 * The operations, with the access tokens people have now.
 *
 * Gates are those of the design's page on performance.
 */
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
      // Reading one's habits while others log in as fast as they can, which is two passwords at a time.
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
    ...keptPages.map(({ name, page }): Operation => {
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
    // A search is rendered for everyone who asks.
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
      // Each reaction has all pages of the blog rendered anew.
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

/** How many of the people have a habit of ten years, their first one. */
export const tenYearPeople = 32;
