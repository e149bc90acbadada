import { isDate } from "../base/day.ts";
import { readInstant } from "./instant-text.ts";
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

type Amount = readonly [member: string, unit: string];

/** The amount of each kind of record that has one, and its unit. A record of another kind counts as one. */
const mainAmounts: Readonly<Record<string, Amount>> = {
  steps: ["count", "count"],
  sleep: ["duration_seconds", "s"],
  heart_rate: ["bpm", "bpm"],
  heart_rate_variability: ["rmssd_millis", "ms"],
  distance: ["meters", "m"],
  active_calories: ["calories", "kcal"],
  total_calories: ["calories", "kcal"],
  weight: ["kilograms", "kg"],
  height: ["meters", "m"],
  blood_glucose: ["mmol_per_liter", "mmol/L"],
  oxygen_saturation: ["percentage", "%"],
  body_temperature: ["celsius", "°C"],
  respiratory_rate: ["rate", "1/min"],
  resting_heart_rate: ["bpm", "bpm"],
  exercise: ["duration_seconds", "s"],
  mindfulness: ["duration_seconds", "s"],
  hydration: ["liters", "l"],
  nutrition: ["calories", "kcal"],
  body_fat: ["percentage", "%"],
  lean_body_mass: ["kilograms", "kg"],
  bone_mass: ["kilograms", "kg"],
  body_water_mass: ["kilograms", "kg"],
  vo2_max: ["ml_per_kg_per_min", "mL/min/kg"],
  basal_metabolic_rate: ["watts", "W"],
  basal_body_temperature: ["celsius", "°C"],
};

/** Where Life Dashboard Companion names the amount otherwise, or in another unit. */
const otherAmounts: Readonly<Record<string, Amount>> = {
  heart_rate_variability: ["heart_rate_variability_millis", "ms"],
  vo2_max: ["vo2_ml_per_min_per_kg", "mL/min/kg"],
  basal_metabolic_rate: ["kilocalories_per_day", "kcal"],
};

/** Totals of calendar days, which Life Dashboard Companion sends beside the records, each under `daily_totals.{suffix}`. */
const dailyTotals: readonly (readonly [suffix: string, ...Amount])[] = [
  ["steps", "steps", "count"],
  ["distance", "distance_meters", "m"],
  ["active_calories", "active_calories", "kcal"],
  ["total_calories", "total_calories", "kcal"],
];

/** Further amounts of a record, under the name `{kind}.{suffix}`. */
const furtherAmounts: Readonly<Record<string, readonly (readonly [suffix: string, ...Amount])[]>> = {
  exercise: [
    ["distance", "distance_meters", "m"],
    ["steps", "steps", "count"],
  ],
  nutrition: [
    ["protein", "protein_grams", "g"],
    ["carbs", "carbs_grams", "g"],
    ["fat", "fat_grams", "g"],
    ["sugar", "sugar_grams", "g"],
    ["sodium", "sodium_grams", "g"],
    ["fiber", "dietary_fiber_grams", "g"],
    // As Life Dashboard Companion names them.
    ["sugar", "sugars_g", "g"],
    ["sodium", "sodium_mg", "mg"],
    ["fiber", "dietary_fibre_g", "g"],
  ],
  blood_pressure: [
    ["systolic", "systolic", "mmHg"],
    ["diastolic", "diastolic", "mmHg"],
  ],
};

/**
 * Reads a payload of an Android app that sends records of Health Connect: HC Webhook, documented at
 * https://github.com/mcnaveen/health-connect-webhook/blob/main/docs/webhook.md, or Life Dashboard Companion, whose format
 * is nearly the same (https://github.com/owen282000/life-dashboard-companion-app/blob/main/docs/webhook.md).
 *
 * @returns the metrics by the keys there, with `exercise/{type}` for each type of exercise, `daily_totals.{type}`,
 *   and `screen_time/{app}` for each app
 */
export function readConnect(payload: unknown): HealthSeries[] {
  const list = createSeriesList();
  for (const [kind, records] of Object.entries(membersOf(payload))) {
    for (const value of listOf(records)) {
      const record = membersOf(value);
      if (kind === "daily_totals" || kind === "screen_time") {
        for (const [metric, unit, quantity] of amountsOfDay(kind, record)) {
          list.add(metric, unit, pointOfDay(record.date, quantity));
        }
        continue;
      }
      for (const { metric, unit, quantity } of amountsOf(kind, record))
        list.add(metric, unit, pointOf(record, quantity));
    }
  }
  return list.all();
}

/** Whether the app marks the payload as invented, which it sends to try an address. */
export function isConnectTest(payload: unknown): boolean {
  return membersOf(payload).test === true;
}

function amountsOf(kind: string, record: Members): { metric: string; unit: string; quantity: number | null }[] {
  const further = (Object.hasOwn(furtherAmounts, kind) ? (furtherAmounts[kind] ?? []) : [])
    .filter(([, member]) => record[member] !== undefined)
    .map(([suffix, member, unit]) => ({ metric: `${kind}.${suffix}`, unit, quantity: quantityOf(record[member]) }));
  // A kind is any text, such as the name of a member that all objects have.
  const main = Object.hasOwn(mainAmounts, kind) ? mainAmounts[kind] : undefined;
  if (!main) return further.length > 0 ? further : [{ metric: kind, unit: "count", quantity: 1 }];
  const other = Object.hasOwn(otherAmounts, kind) ? otherAmounts[kind] : undefined;
  const [member, unit] = other && record[other[0]] !== undefined ? other : main;
  // Samples of several minutes together have a sum or an average.
  const quantity = quantityOf(record[member] ?? record.total ?? record.avg);
  const type = kind === "exercise" ? textOf(record.type) : "";
  // A meal may have no energy, only what it consists of.
  const isPartial = kind === "nutrition" && record[member] === undefined;
  return [
    ...(isPartial ? [] : [{ metric: kind, unit, quantity }]),
    ...(type ? [{ metric: `exercise/${type}`, unit, quantity }] : []),
    ...further,
  ];
}

type DayAmount = readonly [metric: string, unit: string, quantity: number | null];

/** The amounts of a record that is about a calendar day of the phone. */
function amountsOfDay(kind: "daily_totals" | "screen_time", record: Members): DayAmount[] {
  if (kind === "daily_totals") {
    return dailyTotals
      .filter(([, member]) => record[member] !== undefined)
      .map(([suffix, member, unit]) => [`${kind}.${suffix}`, unit, quantityOf(record[member])]);
  }
  return [
    [kind, "min", quantityOf(record.total_screen_time_minutes)],
    ...[...minutesByName(record.apps)].map(([name, minutes]): DayAmount => [`${kind}/${name}`, "min", minutes]),
  ];
}

/** Two apps may have one name, such as a browser and its beta. Null if the minutes of one of them cannot be read. */
function minutesByName(apps: unknown): Map<string, number | null> {
  const sums = new Map<string, number | null>();
  for (const app of listOf(apps).map(membersOf)) {
    const name = textOf(app.name);
    if (name === "") continue;
    const [sum = 0, minutes] = [sums.get(name), quantityOf(app.minutes)];
    sums.set(name, sum === null || minutes === null ? null : sum + minutes);
  }
  return sums;
}

function pointOf(record: Members, quantity: number | null): HealthPoint | null {
  const { start_time, time, session_end_time, bucket_start } = record;
  const at = readInstant(textOf(start_time ?? time ?? session_end_time ?? bucket_start));
  return quantity === null || at === null ? null : { at, day: null, quantity };
}

function pointOfDay(date: unknown, quantity: number | null): HealthPoint | null {
  const day = textOf(date);
  return quantity === null || !isDate(day) ? null : { at: null, day, quantity };
}
