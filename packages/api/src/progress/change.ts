import type { Database, Sql } from "@daymark/db/connection/client";
import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { unitKinds } from "@daymark/domain/base/unit";
import type { DayChange, Entry } from "@daymark/domain/tracking/progress";
import { ApiError } from "../base/error.ts";
import { inTurnOfUser, type UserCall } from "../procedure/user-queue.ts";
import { dayLock } from "./day-lock.ts";
import type { EntryState } from "./reduce.ts";

/** The change of one day of one habit. */
type Change = DayChange & { habit_id: number; day: string };

/**
 * Changes one day as `progressSetInput` of the domain defines, in one statement, so that no other write comes between
 * the comparison and the change.
 *
 * @returns the resulting entry, or undefined if the habit is missing, deleted or another user's
 * @throws ApiError `conflict` if the day is not as expected; `validation_failed` for a unit of another kind, or for a
 *   confirmed day of a good habit
 */
export function changeDay(call: UserCall, change: Change): Promise<Entry | undefined> {
  return inTurnOfUser(call, () => tryToChangeDay(call.db.$client, call.user.id, change));
}

async function tryToChangeDay(sql: Sql, userId: number, change: Change): Promise<Entry | undefined> {
  for (let turn = 1; ; turn += 1) {
    const [row] = await writeDays(sql, userId, [change]);
    if (!row || row.fault === "habit_not_found") return undefined;
    if (row.fault) throw refusal(row.fault, nameOfFault[row.fault]);
    if (!row.is_lost) return toEntry(change, row);
    if (change.expected !== undefined || turn === turnsMax) throw refusal("changed");
  }
}

/**
 * The same for many days, each once: all or nothing, in one statement for any number of days.
 *
 * @returns the resulting entries, in the given order
 * @throws ApiError `habit_not_found`, and what {@link changeDay} throws
 */
export function changeDays(call: UserCall, changes: readonly Change[]): Promise<Entry[]> {
  return inTurnOfUser(call, () => tryToChangeDays(call.db, call.user.id, changes));
}

async function tryToChangeDays(db: Database, userId: number, changes: readonly Change[]): Promise<Entry[]> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await withinTransaction(db, async (whole) => {
        const rows = await writeDays(whole.$client, userId, changes);
        const faults = new Set(rows.map(({ fault }) => fault));
        for (const fault of faultOrder) if (faults.has(fault)) throw refusal(fault, "entries");
        if (rows.some(({ is_lost }) => is_lost)) throw new LostDay();
        return changes.map((change, index) => toEntry(change, rows[index] as Row));
      });
    } catch (error) {
      if (!(error instanceof LostDay)) throw error;
      if (turn === turnsMax || changes.some(({ expected }) => expected !== undefined)) throw refusal("changed");
    }
  }
}

/** Another write has inserted a day that did not exist a moment before; the change starts again. */
class LostDay extends Error {}

/** More attempts would mean that another client writes the same day all the time. */
const turnsMax = 5;

/** Why the statement writes nothing. */
type Fault = "habit_not_found" | "unit_kind_differs" | "confirmed_bad_only" | "changed";

const faultOrder = ["habit_not_found", "unit_kind_differs", "confirmed_bad_only", "changed"] as const;
const nameOfFault = { unit_kind_differs: "unit", confirmed_bad_only: "confirmed", changed: "expected" } as const;

function refusal(fault: Fault, field = ""): ApiError {
  if (fault === "habit_not_found") return new ApiError(fault);
  if (fault === "changed") return new ApiError("conflict", { values: { reason: "changed" } });
  return new ApiError("validation_failed", { fields: { [field]: [{ code: fault }] } });
}

type Row = EntryState & { fault: Fault | null; is_lost: boolean };

function toEntry({ habit_id, day }: Change, { fault: _, is_lost: __, ...state }: Row): Entry {
  return { habit_id, day, ...state };
}

/**
 * One row for each change, in their order; if one has a fault, the statement writes nothing. `is_lost` marks a day that
 * another write has inserted since the statement began: it is not written, even if the others are.
 *
 * Rows are locked before they are checked, as in {@link reduceEntry}. Such statements run one after another, because
 * each locks the existing days before it inserts the others.
 */
function writeDays(sql: Sql, userId: number, changes: readonly Change[]): Promise<Row[]> {
  return sql<Row[]>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(changes.map(toGiven))}::text::jsonb) as g(
        place int, habit_id bigint, day date, replaces boolean, value smallint, unit text, skipped boolean,
        confirmed boolean, lifts_skip boolean, lifts_confirmed boolean, has_note boolean, note text,
        has_expected boolean, expected_value smallint, expected_unit text, expected_skipped boolean, expected_note text,
        expected_confirmed boolean
      )
    ),
    habit as materialized (
      select user_id, id, unit, type from habits, ${dayLock(sql, userId)} turn
      where user_id = ${userId} and deleted_at is null and id in (select habit_id from given)
    ),
    entry as materialized (
      select e.* from progress e
      join given g on e.habit_id = g.habit_id and e.day = g.day
      join habit h on h.id = e.habit_id
      where e.user_id = ${userId} order by e.habit_id, e.day for update of e
    ),
    after as materialized (
      select g.place, h.user_id, h.id as habit_id, g.day, e.day is not null as is_there,
        case when g.replaces then g.value else e.value end as value,
        coalesce(case when g.replaces then g.unit else e.unit end, h.unit) as unit,
        case when g.replaces then g.skipped else coalesce(e.skipped, false) and not g.lifts_skip end as skipped,
        case when g.replaces then g.confirmed else coalesce(e.confirmed, false) and not g.lifts_confirmed end as confirmed,
        case when g.has_note then g.note else e.note end as note,
        case when not g.replaces and not g.lifts_skip then e.vacation_id end as vacation_id,
        case
          when h.id is null then 'habit_not_found'
          when g.unit is not null and ${kindOf(sql, "g.unit")} <> ${kindOf(sql, "h.unit")} then 'unit_kind_differs'
          when g.confirmed and h.type <> 'bad' then 'confirmed_bad_only'
          when g.has_expected and not (
            g.expected_value is not distinct from e.value
            and (e.value is null or g.expected_unit is not distinct from e.unit)
            and g.expected_skipped = coalesce(e.skipped, false) and g.expected_note is not distinct from e.note
            and g.expected_confirmed = coalesce(e.confirmed, false)
          ) then 'changed'
        end as fault
      from given g
      left join habit h on h.id = g.habit_id
      left join entry e on e.habit_id = g.habit_id and e.day = g.day
    ),
    written as materialized (
      select *, value is not null or skipped or confirmed or note is not null as says_something
      from after where not exists (select from after where fault is not null)
    ),
    kept as (
      update progress p set value = w.value, unit = w.unit, skipped = w.skipped, confirmed = w.confirmed,
        note = w.note, vacation_id = w.vacation_id
      from written w
      where p.user_id = ${userId} and p.habit_id = w.habit_id and p.day = w.day and w.is_there and w.says_something
    ),
    gone as (
      delete from progress p using written w
      where p.user_id = ${userId} and p.habit_id = w.habit_id and p.day = w.day and w.is_there and not w.says_something
    ),
    made as (
      insert into progress (user_id, habit_id, day, value, unit, skipped, confirmed, note)
      select user_id, habit_id, day, value, unit, skipped, confirmed, note from written
      where not is_there and says_something order by habit_id, day
      on conflict do nothing
      returning habit_id, day
    )
    select a.value, a.unit, a.skipped, a.note, a.confirmed, a.fault,
      coalesce(w.says_something and not w.is_there and m.day is null, false) as is_lost
    from after a
    left join written w using (place)
    left join made m on m.habit_id = w.habit_id and m.day = w.day
    order by a.place`;
}

/** A change as columns. A value, a skip, a confirmation or an empty state replaces the day's previous state. */
function toGiven({ habit_id, day, value, unit, skipped, note, confirmed, clear, expected }: Change, place: number) {
  return {
    ...{ place, habit_id, day, value, unit },
    replaces: Boolean(clear || value !== undefined || skipped || confirmed),
    skipped: skipped ?? false,
    confirmed: confirmed ?? false,
    lifts_skip: skipped === false,
    lifts_confirmed: confirmed === false,
    has_note: Boolean(clear) || note !== undefined,
    note: note || null,
    has_expected: expected !== undefined,
    // After an increment down to zero the API returns 0, which means no value.
    expected_value: expected?.value || null,
    expected_unit: expected?.unit,
    expected_skipped: expected?.skipped ?? false,
    expected_note: expected?.note,
    expected_confirmed: expected?.confirmed ?? false,
  };
}

/** The kind of a unit as an expression of SQL. */
function kindOf(sql: Sql, unit: "g.unit" | "h.unit") {
  const cases = Object.entries(unitKinds).map(
    ([kind, factors]) =>
      `when ${unit} in (${Object.keys(factors)
        .map((name) => `'${name}'`)
        .join(", ")}) then '${kind}'`,
  );
  return sql.unsafe(`case ${cases.join(" ")} end`);
}
