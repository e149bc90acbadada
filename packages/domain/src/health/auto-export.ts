import { isDate } from "../base/day.ts";
import { instantLengthMax } from "./instant-text.ts";
import {
  createSeriesList,
  type HealthPoint,
  type HealthSeries,
  listOf,
  type Members,
  membersOf,
  quantityOf,
  textOf,
} from "./series.ts";

/**
 * Reads a payload of Health Auto Export, format JSON, export version 1 or 2, with or without "Summarize Data". Its format
 * is documented at https://github.com/Lybron/health-auto-export/wiki/API-Export---JSON-Format.
 *
 * @returns the metrics by their names there. A metric with several amounts also has names such as
 *   `blood_pressure.systolic`, and workouts are `workouts`, `workouts/{name}`, each also with `.distance` and `.energy`
 */
export function readAutoExport(payload: unknown): HealthSeries[] {
  const list = createSeriesList();
  const data = membersOf(membersOf(payload).data);
  for (const value of listOf(data.metrics)) {
    const { name, units, data: points } = membersOf(value);
    for (const point of listOf(points)) addPoint(list, textOf(name), units, membersOf(point));
  }
  for (const value of listOf(data.workouts)) addWorkout(list, membersOf(value));
  // Symptoms, states of mind and others: what counts is that they happened.
  for (const [name, records] of Object.entries(data)) {
    if (name === "metrics" || name === "workouts") continue;
    for (const record of listOf(records)) {
      const { date, start, startDate } = membersOf(record);
      list.add(name, "count", pointAt(date ?? start ?? startDate, 1));
    }
  }
  return list.all();
}

type List = ReturnType<typeof createSeriesList>;

/** Stages of sleep that are no sleep. */
const awakeStages = new Set(["awake", "in bed", "inbed"]);

function addPoint(list: List, metric: string, units: unknown, point: Members): void {
  if (metric === "sleep_analysis") addSleep(list, units, point);
  else if (metric === "blood_pressure") {
    for (const name of ["systolic", "diastolic"]) {
      list.add(`${metric}.${name}`, units, pointAt(point.date, quantityOf(point[name])));
    }
    // Heart rates have Min, Avg and Max instead of an amount.
  } else list.add(metric, units, pointAt(point.date, quantityOf(point.qty ?? point.Avg)));
}

/** A night belongs to the day on which it ends. */
function addSleep(list: List, units: unknown, point: Members): void {
  const { date, startDate, endDate, sleepEnd, value } = point;
  if (startDate === undefined) {
    const asleep = [point.totalSleep, point.asleep]
      .map(quantityOf)
      .find((quantity) => quantity !== null && quantity > 0);
    list.add("sleep_analysis", units, pointAt(date, asleep ?? quantityOf(point.qty ?? 0)));
    if (point.inBed !== undefined) list.add("sleep_analysis.inBed", units, pointAt(date, quantityOf(point.inBed)));
    return;
  }
  if (awakeStages.has(textOf(value).toLowerCase())) return;
  const [start, end] = [readDate(startDate), readDate(sleepEnd ?? endDate)];
  const quantity = quantityOf(point.qty);
  const isRead = start?.at != null && end?.at != null && quantity !== null;
  // Its start tells a part of a night from the others; its night's end says which day it belongs to.
  list.add("sleep_analysis", units, isRead ? { at: start.at, day: end.date, quantity } : null);
}

function addWorkout(list: List, workout: Members): void {
  const [start, end] = [readDate(workout.start), readDate(workout.end)];
  const seconds = secondsOf(workout, start?.at, end?.at);
  const amounts: [suffix: string, units: unknown, quantity: number | null][] = [["", "s", seconds]];
  for (const [suffix, member] of [
    [".distance", workout.distance],
    [".energy", workout.activeEnergyBurned ?? workout.activeEnergy],
  ] as const) {
    // Version 1 has lists of samples here.
    const { qty, units } = membersOf(member);
    if (qty !== undefined) amounts.push([suffix, units, quantityOf(qty)]);
  }
  const name = textOf(workout.name);
  for (const [suffix, units, quantity] of amounts) {
    const point = pointAt(workout.start, quantity);
    list.add(`workouts${suffix}`, units, point);
    if (name) list.add(`workouts/${name}${suffix}`, units, point);
  }
}

/** Version 2, whose workouts have ids, names the duration in seconds, without pauses. */
function secondsOf({ id, duration }: Members, start?: number | null, end?: number | null): number | null {
  if (id !== undefined && duration !== undefined) return quantityOf(duration);
  return start != null && end != null ? quantityOf((end - start) / 1000) : null;
}

function pointAt(text: unknown, quantity: number | null): HealthPoint | null {
  const read = readDate(text);
  if (!read || quantity === null) return null;
  const { at, date, isMidnight } = read;
  return at === null ? { at, day: date, quantity } : { at, day: null, midnightOf: isMidnight ? date : null, quantity };
}

/** `yyyy-MM-dd HH:mm:ss Z`, on phones with a clock of 12 hours also with AM or PM; summarized nights have only a day. */
const datePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(AM|PM)? ?(Z|[+-]\d{2}:?\d{2}))?$/i;

interface ReadDate {
  /** Milliseconds since the epoch; null if the text names only a day. */
  at: number | null;
  /** The calendar day by the clock of the phone. */
  date: string;
  isMidnight: boolean;
}

function readDate(value: unknown): ReadDate | null {
  const text = textOf(value);
  // Phones put a narrow space before AM and PM, depending on the language.
  const match = text.length > instantLengthMax ? null : datePattern.exec(text.replaceAll(/\s/g, " "));
  const [, date = "", hourText, minute, second = "00", half, zone = ""] = match ?? [];
  if (!isDate(date)) return null;
  if (hourText === undefined) return { at: null, date, isMidnight: false };
  const hour = half ? (Number(hourText) % 12) + (half.toUpperCase() === "PM" ? 12 : 0) : Number(hourText);
  const time = `${String(hour).padStart(2, "0")}:${minute}:${second}`;
  const offset = /z/i.test(zone) ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const at = Date.parse(`${date}T${time}${offset}`);
  if (Number.isNaN(at)) return null;
  return { at, date, isMidnight: time === "00:00:00" };
}
