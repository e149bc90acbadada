import type { Unit } from "@daymark/domain/base/unit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { blankDay, callsFor, type DayState, dayStateOf, type Part } from "./day-state.ts";

/** How days reach the server. Each call answers with the day as it is afterwards, or throws. */
export interface ProgressTransport {
  set(input: ProgressSetInput): Promise<Entry>;
  /** Takes the amount and leaves the note. */
  empty(input: { id: number; day: string }): Promise<Entry>;
  /** Takes everything; a day that had nothing is no error. */
  delete(input: { id: number; day: string }): Promise<void>;
}

interface Sending {
  habitId: number;
  day: string;
  state: DayState;
  parts: ReadonlySet<Part>;
  /** The habit's, where the value is in another. */
  habitUnit: Unit;
  /** The answer of a call, unless it takes too long. */
  inTime: <Answer>(call: Promise<Answer>) => Promise<Answer>;
}

/** Brings a day to a state, by as many calls as that takes; answers what the server holds then. */
export async function sendDay(transport: ProgressTransport, sending: Sending): Promise<DayState> {
  const { habitId: id, day, state: wanted, parts, habitUnit, inTime } = sending;
  let state = wanted;
  for (const call of callsFor({ id, day, state: wanted, parts }, habitUnit)) {
    if (call.kind === "delete") {
      await inTime(transport.delete({ id, day }));
      state = blankDay(wanted.unit);
    } else {
      const answer = call.kind === "set" ? transport.set(call.input) : transport.empty({ id, day });
      state = dayStateOf(await inTime(answer), wanted.unit);
    }
  }
  return state;
}
