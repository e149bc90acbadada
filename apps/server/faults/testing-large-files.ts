import { gzipSync } from "node:zlib";
import { hugePng } from "@daymark/api/image/testing";
import { makeZip } from "@daymark/api/import/testing";
import { pastSchedulesMax } from "@daymark/domain/base/bounds";

/** A large picture with one bit per pixel, so the file has only a few kilobytes. */
export function bigPicture(): Uint8Array<ArrayBuffer> {
  return hugePng(10_000, 5_000) as Uint8Array<ArrayBuffer>;
}

const dayOf = (number: number) => new Date(Date.UTC(2001, 0, 1 + number)).toISOString().slice(0, 10);

/**
 * An archive of fifty habits with the shortest rows for each day of a century. Unpacked, it almost reaches the limit.
 */
export function loopArchive(): Uint8Array {
  const places = Array.from({ length: 50 }, (_, index) => String(index + 1).padStart(3, "0"));
  const days = Array.from({ length: 36_500 }, (_, number) => `${dayOf(number)},2\n`).join("");
  return makeZip([
    ["Habits.csv", `Position,Name,FrequencyNumerator\n${places.map((place) => `${place},Loop,1\n`).join("")}`],
    ...places.map((place) => [`${place} Loop/Checkmarks.csv`, days] as const),
  ]);
}

/** Files to import, by what the report calls them. Each takes much memory or time to read. */
export function importFiles(): Record<string, Uint8Array> {
  const created_at = "2026-01-01T00:00:00.000Z";
  const habit = (id: number, targets: object[] = [{ from: "2001-01-01", target: 5 }]) => ({
    ...{
      id,
      title: `Import ${id}`,
      type: "good",
      unit: "minutes",
      hue: 0,
      created_on: "2001-01-01",
      created_at,
      targets,
    },
  });
  const days = function* (habit_id: number, count: number) {
    for (let number = 0; number < count; number += 1) {
      yield `{"habit_id":${habit_id},"day":"${dayOf(number)}","value":5,"unit":"minutes"}`;
    }
  };
  const file = (habits: object[], progress: Iterable<string>) =>
    Buffer.from(
      `{"format":"daymark","version":1,"habits":${JSON.stringify(habits)},"progress":[${[...progress].join(",")}]}`,
    );
  const some = Array.from({ length: 34 }, (_, index) => habit(index + 1));
  const century = some.flatMap(({ id }) => [...days(id, 36_500)]);
  const targets = Array.from({ length: 36_500 }, (_, number) => ({ from: dayOf(number), target: (number % 90) + 1 }));
  const month_weekdays = [1, 2, 3, 4, -1].flatMap((nth) =>
    Array.from({ length: 7 }, (_, day) => ({ nth, weekday: day + 1 })),
  );
  const past_schedules = Array.from({ length: pastSchedulesMax }, (_, number) => ({
    ...{ until: dayOf(number), weekdays: [1, 2, 3, 4, 5], schedule: { month_weekdays } },
  }));
  return {
    "20 MB that are no file of ours": Buffer.alloc(20_000_000, "x"),
    "20 MB of days": file(some, century.slice(0, 290_000)),
    "80 MB of days, packed": gzipSync(file(some, century)),
    "habits with a goal a day, packed": gzipSync(
      file(
        Array.from({ length: 30 }, (_, id) => habit(id + 1, targets)),
        [],
      ),
    ),
    "habits with the longest past schedules, packed": gzipSync(
      file(
        Array.from({ length: 200 }, (_, id) => ({ ...habit(id + 1), past_schedules })),
        [],
      ),
    ),
    "wrong goals": file(
      Array.from({ length: 10 }, (_, id) =>
        habit(
          id + 1,
          targets.map(() => ({ from: "x", target: "x" })),
        ),
      ),
      [],
    ),
    "deep JSON": Buffer.from(
      `{"format":"daymark","version":1,"habits":[${"[".repeat(1_900_000)}${"]".repeat(1_900_000)}]}`,
    ),
  };
}
