import type { Unit } from "@daymark/domain/base/unit";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** A habit of the demo calendar on the landing page; a guest who signs up can keep it. */
export interface DemoHabit {
  id: "read" | "run" | "water" | "coffee" | "screen";
  title: MessageDescriptor;
  goal: MessageDescriptor;
  type: HabitType;
  target: number;
  unit: Unit;
  /** One of the hues that every plan has. */
  hue: number;
  /** The amount that one press adds; after `most` it returns to 0. */
  step: number;
  most: number;
  /** Sample values of the days before today; the last one is yesterday's. */
  past: readonly (number | "skipped" | null)[];
}

/**
 * None has days off: the marks of the days before today are then the same on every day, so that a cached page shows the
 * calendar that the reader's browser continues.
 */
export const demoHabits: readonly DemoHabit[] = [
  {
    id: "read",
    title: msg({ message: "Read", context: "sample habit" }),
    goal: msg({ message: "20 minutes", context: "sample habit" }),
    type: "good",
    target: 20,
    unit: "minutes",
    hue: 225,
    step: 10,
    most: 30,
    past: [24, 20, 8, 31, 20, 22, "skipped", 26, 45, 21],
  },
  {
    id: "run",
    title: msg({ message: "Run", context: "sample habit" }),
    goal: msg({ message: "3 km", context: "sample habit" }),
    type: "good",
    target: 3,
    unit: "kilometers",
    hue: 135,
    step: 1,
    most: 4,
    past: [3, 3, 4, null, 5, 3, 3, 3, 6, 3],
  },
  {
    id: "water",
    title: msg({ message: "Water", context: "sample habit" }),
    goal: msg({ message: "2 liters", context: "sample habit" }),
    type: "good",
    target: 2,
    unit: "liters",
    hue: 180,
    step: 1,
    most: 2,
    past: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
  },
  {
    id: "coffee",
    title: msg({ message: "Coffee", context: "sample habit" }),
    goal: msg({ message: "at most 2 cups", context: "sample habit" }),
    type: "bad",
    target: 2,
    unit: "cups",
    hue: 45,
    step: 1,
    most: 3,
    past: [null, 1, null, null, null, 3, 4, null, 1, null],
  },
  {
    id: "screen",
    title: msg({ message: "Screen time", context: "sample habit" }),
    goal: msg({ message: "at most 30 minutes", context: "sample habit" }),
    type: "bad",
    target: 30,
    unit: "minutes",
    hue: 315,
    step: 15,
    most: 45,
    past: [null, null, null, null, 15, null, null, null, 30, null],
  },
];
