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
  hydration: ["liters", "l"],
  nutrition: ["calories", "kcal"],
  body_fat: ["percentage", "%"],
  lean_body_mass: ["kilograms", "kg"],
  bone_mass: ["kilograms", "kg"],
  vo2_max: ["ml_per_kg_per_min", "mL/min/kg"],
  basal_metabolic_rate: ["watts", "W"],
  basal_body_temperature: ["celsius", "°C"],
};

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
  ],
  blood_pressure: [
    ["systolic", "systolic", "mmHg"],
    ["diastolic", "diastolic", "mmHg"],
  ],
};

/**
 * Reads a payload of the Android app HC Webhook, which sends records of Health Connect. Its format is documented at
 * https://github.com/mcnaveen/health-connect-webhook/blob/main/docs/webhook.md.
 *
 * @returns the metrics by the keys there, with `exercise/{type}` for each type of exercise
 */
export function readConnect(payload: unknown): HealthSeries[] {
  const list = createSeriesList();
  for (const [kind, records] of Object.entries(membersOf(payload))) {
    for (const value of listOf(records)) {
      const record = membersOf(value);
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
  const [member, unit] = main;
  // Samples of several minutes together have an average.
  const quantity = quantityOf(record[member] ?? record.avg);
  const type = kind === "exercise" ? textOf(record.type) : "";
  // A meal may have no energy, only what it consists of.
  const isPartial = kind === "nutrition" && record[member] === undefined;
  return [
    ...(isPartial ? [] : [{ metric: kind, unit, quantity }]),
    ...(type ? [{ metric: `exercise/${type}`, unit, quantity }] : []),
    ...further,
  ];
}

function pointOf({ start_time, time, session_end_time }: Members, quantity: number | null): HealthPoint | null {
  const at = readInstant(textOf(start_time ?? time ?? session_end_time));
  return quantity === null || at === null ? null : { at, day: null, quantity };
}
