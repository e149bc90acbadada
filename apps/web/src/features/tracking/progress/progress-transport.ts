import type { Unit } from "@daymark/domain/base/unit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { blankDay, callsFor, type DayState, dayStateOf, type Part } from "./day-state.ts";

/** Sends days to the server. Each call returns the resulting state of the day, or throws. */
export interface ProgressTransport {
  set(input: ProgressSetInput): Promise<Entry>;
  /** Clears the amount and keeps the note. */
  empty(input: { id: number; day: string }): Promise<Entry>;
  /** Clears everything; a blank day is no error. */
  delete(input: { id: number; day: string }): Promise<void>;
}

interface Sending {
  habitId: number;
  day: string;
  state: DayState;
  parts: ReadonlySet<Part>;
  /** The habit's unit, if the value is in another. */
  habitUnit: Unit;
  /** The response of a call, unless it takes too long. */
  inTime: <Answer>(call: Promise<Answer>) => Promise<Answer>;
}

/** Brings a day to a state, with as many calls as needed; returns the resulting state on the server. */
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
