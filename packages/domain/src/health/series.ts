import { isReadable } from "../text/text.ts";
import { metricLengthMax, unitTextLengthMax } from "./mapping-choice.ts";

/** One measurement of a payload. */
export interface HealthPoint {
  /** Milliseconds since the epoch, when it began; of a sleep of Health Connect, when it ended. Null if only a day is known. */
  at: number | null;
  /** The day that the point belongs to in any time zone and with any start of the day; null if `at` decides. */
  day: string | null;
  /** The calendar day whose midnight `at` is by the clock of the phone; null at another time; undefined if the app does not tell. */
  midnightOf?: string | null;
  /** 0 or more, in the unit of the series. */
  quantity: number;
}

/** The points of one metric. */
export interface HealthSeries {
  metric: string;
  /** As the app writes it; empty if it names none. */
  unit: string;
  points: HealthPoint[];
  /** Points whose date or amount cannot be read. */
  unreadable: number;
}

export type Members = Readonly<Record<string, unknown>>;

/** Larger amounts are no measurement of a day. */
const quantityMax = 1e9;
/** The most metrics that the server reads from a payload, lists in its answer and stores. */
const seriesMax = 300;

/** Collects points by metric. */
export function createSeriesList() {
  const byMetric = new Map<string, HealthSeries>();
  return {
    /** @param point null for one that cannot be read */
    add(metric: string, unit: unknown, point: HealthPoint | null): void {
      if (metric === "" || metric.length > metricLengthMax || !isReadable(metric)) return;
      let series = byMetric.get(metric);
      if (!series) {
        if (byMetric.size >= seriesMax) return;
        series = { metric, unit: unitText(unit), points: [], unreadable: 0 };
        byMetric.set(metric, series);
      }
      if (point) series.points.push(point);
      else series.unreadable += 1;
    },
    all: (): HealthSeries[] => [...byMetric.values()],
  };
}

function unitText(unit: unknown): string {
  return typeof unit === "string" && unit.length <= unitTextLengthMax && isReadable(unit) ? unit.trim() : "";
}

/** An object's members; none for anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, without the spaces around it; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** A measured amount, or null. Some versions of the apps send numbers as text. */
export function quantityOf(value: unknown): number | null {
  const quantity = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof quantity === "number" && quantity >= 0 && quantity <= quantityMax ? quantity : null;
}
