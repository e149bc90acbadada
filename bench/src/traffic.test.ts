import { describe, expect, it } from "vitest";
import type { Person } from "./people.ts";
import { drawWrites, rotate } from "./traffic.ts";

const people = Array.from({ length: 20 }, (_, id): Person => {
  return { id, username: `p${id}`, password: "", habits: [id * 10, id * 10 + 1], refresh: "", access: "" };
});
const options = { people, days: ["2026-01-01", "2026-01-02"], connections: 4, each: 100, seed: 7 };

describe("drawWrites", () => {
  it("gives both sides of a comparison the same writes", () => {
    expect(drawWrites(options)).toEqual(drawWrites(options));
    expect(drawWrites({ ...options, seed: 8 })).not.toEqual(drawWrites(options));
  });

  it("gives each connection a different order over all users and their own habits", () => {
    const [first, second] = drawWrites(options);
    expect(first).not.toEqual(second);
    const all = drawWrites(options).flat();
    expect(new Set(all.map((write) => write.person.id)).size).toBe(people.length);
    expect(all.every((write) => write.person.habits.includes(write.habit))).toBe(true);
    expect(all.every((write) => write.value >= 1 && write.value <= 10_000)).toBe(true);
  });
});

describe("rotate", () => {
  it("starts each connection at a different position and includes every item", () => {
    const rotated = rotate([1, 2, 3, 4], 2);
    expect(rotated).toEqual([
      [1, 2, 3, 4],
      [3, 4, 1, 2],
    ]);
  });
});
