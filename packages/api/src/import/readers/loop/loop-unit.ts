import { amountMax } from "@daymark/domain/base/bounds";
import { type Unit, unitFactor, unitKind, unitKinds } from "@daymark/domain/base/unit";
import { guessUnitForms } from "@daymark/domain/text/guess-forms";
import { formSeparator } from "@daymark/domain/text/word-forms";
import { unitLabelSchema } from "@daymark/domain/tracking/unit-label";
import type { ImportDay } from "../content.ts";
import type { Report } from "../report.ts";
import type { LoopDay, LoopDays } from "./loop-days.ts";
import { beginningOf, frequencyOf, type LoopHabitRow, type LoopKind, periodOfTarget } from "./loop-row.ts";

/** A habit's unit, target and days, converted to ours. */
export interface LoopAmounts {
  unit: Unit;
  /** Loop's name of the unit if we have no such unit, as the habit's own word for repetitions. */
  unitLabel: string | null;
  /** The name of a unit that cannot be such a word either. */
  unknownUnit: string;
  target: number;
  days: ImportDay[];
}

type Told = { where: { row: string; habit: string }; report: Report };

/** Code units of a unit's name that are looked at. */
const unitTextMax = 200;

/** Loop's code of a skipped day; also for habits with amounts, where it would otherwise be three thousandths. */
const skipped = 3;
const yes = 2;

/**
 * A yes is one repetition with a target of one. Loop allows fractions, we only whole numbers. So the reader uses a
 * finer unit of the same kind if it represents every amount of the habit exactly. Otherwise it rounds amounts and
 * reports that.
 */
export function readAmounts(given: LoopHabitRow, days: LoopDays, kind: LoopKind, told: Told): LoopAmounts {
  if (kind === "yes_no") {
    const own = days.flatMap((day) => toDay(day, "repetitions", day.raw === yes ? 1 : 0, false));
    for (const { raw, row } of days) {
      if (raw > skipped) told.report.refuse({ ...told.where, row }, "value_unreadable", { text: String(raw) });
    }
    return { unit: "repetitions", unitLabel: null, unknownUnit: "", target: 1, days: own };
  }
  // Of a longer name, only the beginning matters: it is too long for a word of the user's own.
  const name = beginningOf(given.cell("Unit"), unitTextMax);
  const named = unitNamed(name);
  const wanted = targetOf(given);
  const amounts = days.filter(({ raw }) => raw > 0 && raw !== skipped).map(({ raw }) => raw / 1000);
  const unit = unitFor(named ?? "repetitions", [...amounts, wanted]);
  // A name is one word for all numbers, so a comma in it does not separate forms.
  const forms = named ? (given.wordForms ?? []) : guessUnitForms(name.replaceAll(/[,\s]+/g, " "));
  const { data: unitLabel = null } = unitLabelSchema.safeParse(forms.join(formSeparator));
  const unknownUnit = named || unitLabel !== null ? "" : name;
  if (unknownUnit) told.report.remark(told.where, "unit_unknown", { unit: unknownUnit.slice(0, 40) });
  if (named && unit !== named) told.report.remark(told.where, "unit_finer", { from: named, to: unit });
  const factor = unitFactor(named ?? "repetitions", unit);
  return {
    unit,
    unitLabel,
    unknownUnit,
    target: readTarget(given, kind, wanted * factor, told),
    days: convertDays(days, unit, { factor, canConfirm: kind === "at_most" }, told),
  };
}

function convertDays(
  days: LoopDays,
  unit: Unit,
  { factor, canConfirm }: { factor: number; canConfirm: boolean },
  { where, report }: Told,
): ImportDay[] {
  let rounded = 0;
  const converted = days.flatMap((day) => {
    const exact = day.raw > 0 && day.raw !== skipped ? (day.raw / 1000) * factor : 0;
    // A small amount is rounded up to 1: a recorded day stays recorded.
    const value = exact === 0 ? 0 : Math.max(1, Math.round(exact));
    if (value > amountMax) {
      report.refuse({ row: day.row, habit: where.habit }, "amount_out_of_range", { value, max: amountMax });
      return [];
    }
    if (!isSame(value, exact)) rounded += 1;
    // A user who entered 0 for a bad habit confirmed that there was nothing.
    return toDay(day, unit, value, canConfirm && day.raw === 0);
  });
  if (rounded > 0) report.remark(where, "values_rounded", { count: rounded });
  return converted;
}

/** No day if the row has no content here: no amount, and none is expected. */
function toDay({ day, raw, note }: LoopDay, unit: Unit, value: number, isConfirmed: boolean): ImportDay[] {
  const isSkipped = raw === skipped;
  if (value === 0 && !isSkipped && !isConfirmed && note === null) return [];
  return [{ day, value: value || null, unit, skipped: isSkipped, note, confirmed: isConfirmed, vacation_id: null }];
}

function targetOf({ cell }: LoopHabitRow): number {
  const target = Number(cell("Target Value") || 1);
  return Number.isFinite(target) && target > 0 ? target : 0;
}

/**
 * The amount of a day, or of a week or month. Loop's files may have goals of other numbers of days: then the amount is
 * divided among the days.
 */
function readTarget(given: LoopHabitRow, kind: LoopKind, exact: number, { where, report }: Told): number {
  const { times, days } = frequencyOf(given);
  const isOfPeriod = days > times && !given.isTargetOfDay && periodOfTarget(given, kind) === null;
  const ofDay = isOfPeriod ? (exact * times) / days : exact;
  const target = Math.min(amountMax, Math.max(1, Math.round(ofDay)));
  if (isOfPeriod) report.remark(where, "target_of_period", { from: exact, days, to: target });
  else if (!isSame(target, exact)) report.remark(where, "target_changed", { from: exact, to: target });
  return target;
}

/** The unit itself, or the next finer one of its kind in which all amounts are whole and none is too large. */
function unitFor(unit: Unit, amounts: readonly number[]): Unit {
  const ofKind = Object.keys(unitKinds[unitKind(unit)]) as Unit[];
  const finer = ofKind
    .filter((other) => unitFactor(unit, other) > 1)
    .toSorted((a, b) => unitFactor(unit, a) - unitFactor(unit, b));
  const isExact = (candidate: Unit) => {
    const factor = unitFactor(unit, candidate);
    return amounts.every(
      (amount) => amount * factor <= amountMax && isSame(Math.round(amount * factor), amount * factor),
    );
  };
  return [unit, ...finer].find(isExact) ?? unit;
}

/** Loop stores three decimals; smaller differences are floating-point errors. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b));
}

/** Users' names of our units, in both languages; Loop accepts any word. */
const names: Record<Unit, string> = {
  repetitions: "rep reps repetition repetitions time times x count раз рази разів повторення повторень шт",
  percentages: "% percent percents percentage percentages відсоток відсотки відсотків",
  seconds: "s sec secs second seconds с сек секунда секунди секунд",
  minutes: "min mins minute minutes m хв хвилина хвилини хвилин",
  hours: "h hr hrs hour hours г год година години годин",
  meters: "meter meters metre metres м метр метри метрів",
  kilometers: "km kms kilometer kilometers kilometre kilometres км кілометр кілометри кілометрів",
  feet: "ft foot feet фут фути футів",
  yards: "yd yds yard yards ярд ярди ярдів",
  miles: "mi mile miles миля милі миль",
  grams: "g gr gram grams gramme grammes грам грами грамів",
  kilograms: "kg kgs kilo kilos kilogram kilograms кг кілограм кілограми кілограмів",
  ounces: "oz ounce ounces унція унції унцій",
  pounds: "lb lbs pound pounds фунт фунти фунтів",
  stones: "st stone stones стоун стоуни стоунів",
  milliliters: "ml milliliter milliliters millilitre millilitres мл мілілітр мілілітри мілілітрів",
  liters: "l liter liters litre litres л літр літри літрів",
  fluid_ounces: "floz fl_oz fluid_ounce fluid_ounces рідка_унція рідкі_унції рідких_унцій",
  cups: "cup cups чашка чашки чашок",
  pints: "pt pint pints пінта пінти пінт",
  quarts: "qt quart quarts кварта кварти кварт",
  gallons: "gal gallon gallons галон галони галонів",
  calories: "cal calorie calories кал калорія калорії калорій",
  kilocalories: "kcal kilocalorie kilocalories ккал кілокалорія кілокалорії кілокалорій",
};
const unitsByName = new Map(
  (Object.entries(names) as [Unit, string][]).flatMap(([unit, list]) => list.split(" ").map((name) => [name, unit])),
);

/** The unit with a name that people write, such as `km` or `хв.`. */
export function unitNamed(text: string): Unit | undefined {
  return unitsByName.get(text.toLowerCase().replace(/\.$/, "").replaceAll(/\s+/g, "_"));
}
