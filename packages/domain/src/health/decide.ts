import { amountMax } from "../base/bounds.ts";
import type { Unit } from "../base/unit.ts";
import type { Entry } from "../tracking/progress.ts";
import { amountOf, type DayPoints, mergePoints } from "./day-points.ts";
import type { HealthWay } from "./mapping-choice.ts";

/** What health data recorded last on a day. */
export interface HealthDay {
  /** 0 if its points were too few to record anything. */
  value: number;
  unit: Unit;
  /** Null once they are deleted: the day is then closed for further points. */
  points: DayPoints | null;
}

/** What becomes of a day. */
export type HealthDecision =
  /** `capped` if the amount is more than a day can have. */
  | { outcome: "recorded" | "unchanged"; value: number; points: DayPoints; capped: boolean; tooMany: number }
  /** Somebody has recorded, changed or deleted the day otherwise. */
  | { outcome: "kept" }
  | { outcome: "closed" }
  /** The amount rounds to 0: nothing is recorded, an earlier amount goes, and the points count with later ones. */
  | { outcome: "too_small"; points: DayPoints };

interface DayState {
  /** What is recorded on the day now, if anything. */
  entry: Entry | undefined;
  /** What health data recorded last, if it did. */
  known: HealthDay | undefined;
  incoming: DayPoints;
  way: HealthWay;
  habitUnit: Unit;
}

/**
 * Decides what a payload does to a day. The day is health data's own as long as it has exactly the amount that health data
 * recorded last, or nothing but a note.
 */
export function decideDay({ entry, known, incoming, way, habitUnit }: DayState): HealthDecision {
  if (!isOwn(entry, known)) return { outcome: "kept" };
  if (known && !known.points) return { outcome: "closed" };
  const { points, tooMany } = mergePoints(known?.points ?? {}, incoming);
  const amount = amountOf(points, way, habitUnit);
  if (amount < 1) return { outcome: "too_small", points };
  const value = Math.min(amount, amountMax);
  const isUnchanged = known !== undefined && known.value === value && known.unit === habitUnit;
  const told = { value, points, capped: amount > amountMax, tooMany };
  return { outcome: isUnchanged ? "unchanged" : "recorded", ...told };
}

function isOwn(entry: Entry | undefined, known: HealthDay | undefined): boolean {
  if (entry?.skipped || entry?.confirmed) return false;
  // So far its points were too few to record anything.
  if (!known || known.value === 0) return !entry?.value;
  return entry?.value === known.value && entry.unit === known.unit;
}
