import { describe, expect, it } from "vitest";
import { habitsOfTypeMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { units } from "../base/unit.ts";
import { codesOf, errorsOf, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import {
  habitCreateInput,
  habitGroupRenameInput,
  habitIdInput,
  habitListInput,
  habitOrderInput,
  habitUpdateInput,
} from "./habit.ts";
import { habitDefaults, habitMembers } from "./habit-content.ts";

const body = { title: "Read", type: "good", target: 10, unit: "minutes", hue: 45 };
const options = units.join(", ");

describe("a new habit", () => {
  it("is accepted in the contract's format", () => {
    expect(habitCreateInput.parse(body)).toEqual({ ...body, ...habitDefaults });
    const full = { ...body, ...habitDefaults, description: " Ten pages ", weekdays: [5, 1] };
    expect(habitCreateInput.parse(full)).toEqual({ ...full, description: "Ten pages" });
  });

  it.each(units)("may have the unit %s", (unit) => {
    expect(codesOf(habitCreateInput, { ...body, unit })).toEqual({});
  });

  it("requires every member without a default", () => {
    expect(codesOf(habitCreateInput, {})).toEqual({
      title: ["required"],
      type: ["required"],
      target: ["required"],
      unit: ["required"],
      hue: ["required"],
    });
  });

  it("may have a goal of 1 to 7 days a week if it is a good habit", () => {
    for (const times_per_week of [1, 7]) {
      expect(codesOf(habitCreateInput, { ...body, schedule: { times_per_week } })).toEqual({});
    }
    expect(codesOf(habitCreateInput, { ...body, schedule: null })).toEqual({});
    for (const [schedule, code] of [
      [{ times_per_week: 0 }, "too_small"],
      [{ times_per_week: 8 }, "too_big"],
      [{ times_per_week: 2.5 }, "not_integer"],
      [{ times_per_week: "3" }, "not_integer"],
      [{}, "required"],
      [{ times_per_week: 3, days: 7 }, "unknown_field"],
      [3, "invalid"],
    ] as const) {
      expect(codesOf(habitCreateInput, { ...body, schedule })).toEqual({ schedule: [code] });
      expect(codesOf(habitUpdateInput, { id: 1, schedule })).toEqual({ schedule: [code] });
    }
    const bad = { ...body, type: "bad" };
    expect(codesOf(habitCreateInput, { ...bad, schedule: null })).toEqual({});
    expect(codesOf(habitCreateInput, { ...bad, schedule: { times_per_week: 3 } })).toEqual({
      schedule: ["schedule_good_only"],
    });
  });

  it("may have a group, whose name has at most 40 characters", () => {
    expect(habitCreateInput.parse({ ...body, group_name: ` ${"Ї".repeat(40)} ` }).group_name).toBe("Ї".repeat(40));
    expect(habitCreateInput.parse({ ...body, group_name: "  " }).group_name).toBeNull();
    expect(codesOf(habitCreateInput, { ...body, group_name: null })).toEqual({});
    expect(codesOf(habitCreateInput, { ...body, group_name: "x".repeat(41) })).toEqual({ group_name: ["too_long"] });
    expect(codesOf(habitGroupRenameInput, { from: " ", to: null })).toEqual({ from: ["blank"] });
    expect(codesOf(habitGroupRenameInput, { from: "a" })).toEqual({ to: ["required"] });
  });

  it.each([
    ["🏃", "🏃"],
    [" 🧘🏽‍♀️ ", "🧘🏽‍♀️"],
    ["👩🏽‍❤️‍💋‍👨🏿", "👩🏽‍❤️‍💋‍👨🏿"],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["🇺🇦", "🇺🇦"],
    ["1️⃣", "1️⃣"],
    // Without the variation selector, as some keyboards write it.
    ["\u2764", "\u2764\ufe0f"],
    ["", null],
    ["  ", null],
    [null, null],
  ])("may have the emoji %j", (emoji, kept) => {
    expect(habitCreateInput.parse({ ...body, emoji }).emoji).toBe(kept);
    expect(habitUpdateInput.parse({ id: 1, emoji }).emoji).toBe(kept);
  });

  it.each([
    "🏃🏃",
    "🏃 📖",
    "run",
    "a🏃",
    "1",
    "#",
    "\u200d",
    "\ufe0f",
    "🏽🏽",
    "👩‍👩",
    nul,
    loneSurrogate,
    "🏃".repeat(veryLong),
  ])("may not have the emoji %j", (emoji) => {
    expect(codesOf(habitCreateInput, { ...body, emoji })).toEqual({ emoji: ["emoji_invalid"] });
    expect(codesOf(habitUpdateInput, { id: 1, emoji })).toEqual({ emoji: ["emoji_invalid"] });
  });

  it("may not have nulls", () => {
    const nulls = { title: null, type: null, target: null, unit: null, hue: null, description: null, weekdays: null };
    expect(codesOf(habitCreateInput, nulls)).toEqual(
      Object.fromEntries(Object.keys(nulls).map((field) => [field, ["null"]])),
    );
  });

  it.each([
    "id",
    "position",
    "archived",
    "first_day",
    "created_at",
    "created_on",
    "user_id",
    "targets",
    "target_effective",
  ])("may not set %s", (member) => {
    expect(codesOf(habitCreateInput, { ...body, [member]: 1 })).toEqual({ [member]: ["unknown_field"] });
  });

  it.each([
    ["title", "", "blank"],
    ["title", " \n ", "blank"],
    ["title", "a".repeat(81), "too_long"],
    ["title", "a".repeat(veryLong), "too_long"],
    ["title", nul, "unreadable_text"],
    ["title", loneSurrogate, "unreadable_text"],
    ["title", 5, "not_text"],
    ["title", ["a"], "not_text"],
    ["description", "a".repeat(501), "too_long"],
    ["description", nul, "unreadable_text"],
    ["description", false, "not_text"],
    ["type", "neutral", "choice_invalid"],
    ["type", "Good", "choice_invalid"],
    ["type", "__proto__", "choice_invalid"],
    ["type", 1, "choice_invalid"],
    ["unit", "furlongs", "choice_invalid"],
    ["unit", "Minutes", "choice_invalid"],
    ["unit", "constructor", "choice_invalid"],
    ["target", 0, "amount_out_of_range"],
    ["target", -1, "amount_out_of_range"],
    ["target", 10_001, "amount_out_of_range"],
    ["target", 2 ** 31, "amount_out_of_range"],
    ["target", 2 ** 60, "amount_out_of_range"],
    ["target", -(2 ** 60), "amount_out_of_range"],
    ["target", 1e300, "amount_out_of_range"],
    ["target", 1.5, "not_integer"],
    ["target", "5", "not_integer"],
    ["target", "1e3", "not_integer"],
    ["target", true, "not_integer"],
    ["target", Number.NaN, "not_integer"],
    ["target", Number.POSITIVE_INFINITY, "not_integer"],
    ["hue", -1, "hue_invalid"],
    ["hue", 360, "hue_invalid"],
    ["hue", 2 ** 60, "hue_invalid"],
    ["hue", 0.5, "hue_invalid"],
    ["hue", "45", "hue_invalid"],
    ["hue", Number.NaN, "hue_invalid"],
    ["weekdays", [], "weekdays_empty"],
    ["weekdays", [1, 1], "weekdays_repeated"],
    ["weekdays", [0], "too_small"],
    ["weekdays", [8], "too_big"],
    ["weekdays", [1.5], "not_integer"],
    ["weekdays", ["1"], "not_integer"],
    ["weekdays", [null], "null"],
    ["weekdays", "1", "not_list"],
    ["weekdays", { 0: 1 }, "not_list"],
  ])("may not have %s set to %j", (field, value, code) => {
    expect(codesOf(habitCreateInput, { ...body, [field]: value })).toEqual({ [field]: [code] });
  });

  it.each([
    ["title", "a".repeat(80)],
    ["title", ` ${"ї".repeat(80)} `],
    ["title", "😀".repeat(80)],
    ["description", ""],
    ["description", "a".repeat(500)],
    ["target", 1],
    ["target", 10_000],
    ["target", 1e3],
    ["hue", 0],
    ["hue", 359],
    ["weekdays", [7]],
    ["weekdays", [7, 6, 5, 4, 3, 2, 1]],
  ])("may have %s set to %j", (field, value) => {
    expect(codesOf(habitCreateInput, { ...body, [field]: value })).toEqual({});
  });

  it("with an invalid unit gets an error that lists the units", () => {
    expect(errorsOf(habitCreateInput, { ...body, unit: "" })).toEqual({
      unit: [{ code: "choice_invalid", values: { options } }],
    });
  });
});

describe("a habit update", () => {
  it("adds no default for a member that it omits", () => {
    expect(habitUpdateInput.parse({ id: 1 })).toEqual({ id: 1 });
  });

  it("may set every member of a habit except its type", () => {
    const changeable = habitMembers.filter((member) => member !== "type");
    expect(Object.keys(habitUpdateInput.shape)).toEqual(expect.arrayContaining(changeable));
  });

  it("may set all members or none", () => {
    expect(codesOf(habitUpdateInput, { id: 1 })).toEqual({});
    const { type: _type, ...changes } = body;
    const all = { id: 1, ...changes, description: "", weekdays: [1], archived: true, target_effective: "always" };
    expect(habitUpdateInput.parse(all)).toEqual(all);
  });

  it("may not set the type", () => {
    expect(codesOf(habitUpdateInput, { id: 1, type: "bad" })).toEqual({ type: ["unknown_field"] });
  });

  it.each([
    ["title", " ", "blank"],
    ["title", null, "null"],
    ["target", 0, "amount_out_of_range"],
    ["unit", "furlongs", "choice_invalid"],
    ["hue", 360, "hue_invalid"],
    ["weekdays", [], "weekdays_empty"],
    ["archived", "true", "not_boolean"],
    ["archived", null, "null"],
    ["target_effective", "tomorrow", "choice_invalid"],
    ["position", 1, "unknown_field"],
    ["first_day", "2026-01-01", "unknown_field"],
  ])("may not set %s to %j", (field, value, code) => {
    expect(codesOf(habitUpdateInput, { id: 1, [field]: value })).toEqual({ [field]: [code] });
  });
});

describe("an id", () => {
  it.each([1, 2 ** 31, Number.MAX_SAFE_INTEGER])("may be %d", (id) => {
    expect(idSchema.parse(id)).toBe(id);
  });

  it.each([0, -1, 1.5, 2 ** 53, Number.NaN, "1", null, undefined, [1], {}])("is not %j", (id) => {
    expect(Object.keys(codesOf(habitIdInput, { id }))).toEqual(["id"]);
  });
});

it("a list of habits can be filtered by type and archive state", () => {
  expect(codesOf(habitListInput, {})).toEqual({});
  expect(codesOf(habitListInput, { type: "bad", archived: true })).toEqual({});
  expect(codesOf(habitListInput, { type: "x", archived: "true", cursor: "x", limit: 0 })).toEqual({
    type: ["choice_invalid"],
    archived: ["not_boolean"],
    cursor: ["unknown_field"],
    limit: ["too_small"],
  });
});

it("an order must name a type and ids", () => {
  expect(codesOf(habitOrderInput, { type: "good", ids: [3, 1, 2] })).toEqual({});
  expect(codesOf(habitOrderInput, { type: "good", ids: [] })).toEqual({});
  expect(codesOf(habitOrderInput, {})).toEqual({ type: ["required"], ids: ["required"] });
  expect(codesOf(habitOrderInput, { type: "good", ids: ["1"] })).toEqual({ ids: ["not_integer"] });
  expect(codesOf(habitOrderInput, { type: "good", ids: [0] })).toEqual({ ids: ["too_small"] });
  const all = Array(habitsOfTypeMax).fill(1);
  expect(codesOf(habitOrderInput, { type: "good", ids: all })).toEqual({});
  expect(codesOf(habitOrderInput, { type: "good", ids: [...all, 1] })).toEqual({ ids: ["too_many"] });
});
