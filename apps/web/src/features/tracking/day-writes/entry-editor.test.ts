import { habitOf } from "@daymark/domain/testing-habits";
import { beforeEach, describe, expect, test } from "vitest";
import { blankDay, type DayState } from "../progress/day-state.ts";
import { EntryEditor } from "./entry-editor.ts";

const habit = habitOf({ id: 4 });
const day = "2026-11-21";

/** The content of the day; another device may change it. */
let held: DayState;
let recorded: DayState[];
let editor: EntryEditor;

beforeEach(() => {
  held = { ...blankDay("minutes"), value: 20, note: "in bed" };
  recorded = [];
  editor = new EntryEditor({
    read: () => held,
    load: async () => {},
    record: (_habit, _day, state) => {
      recorded.push(state);
      held = state;
    },
    recordAll: () => {},
  });
  editor.open(habit, day);
});

describe("an entry that is open while another device changes its day", () => {
  test("writes nothing when it is closed without a change", () => {
    held = { ...held, value: 30, note: "on the train" };
    expect(editor.commit()).toBe(true);
    expect(recorded).toEqual([]);
  });

  test("keeps the other device's note if only an amount is entered, in any way", () => {
    held = { ...held, note: "on the train" };
    editor.add(5);
    editor.setText("40");
    editor.commit();
    editor.open(habit, day);
    held = { ...held, note: "at home" };
    editor.finish({ value: null, skipped: true });
    expect(recorded.map(({ value, note }) => [value, note])).toEqual([
      [25, "on the train"],
      [40, "on the train"],
      [null, "at home"],
    ]);
  });

  test("writes the note typed in it, even an empty one", () => {
    held = { ...held, note: "on the train" };
    editor.setNote("  in the park ");
    editor.commit();
    editor.open(habit, day);
    editor.setNote(" ");
    editor.commit();
    expect(recorded.map(({ note }) => note)).toEqual(["in the park", null]);
  });
});
