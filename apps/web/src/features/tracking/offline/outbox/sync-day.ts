import { comparingCall, type DayState, dayStateOf, type Part } from "../../progress/day-state.ts";
import type { OutboxTransport } from "./outbox-parts.ts";
import { compareDay, isChanged, withTime } from "./sync-rules.ts";
import type { WaitingDay } from "./waiting.ts";

type DayTransport = Pick<OutboxTransport, "set" | "read">;

/** The result of an attempt to send a day; `state` is the day on the server. */
type DayOutcome =
  /** The change needs no more calls. */
  | { kind: "settled"; state: DayState }
  /** The day was not as expected, but the next attempt may overwrite `state`. */
  | { kind: "changed"; state: DayState }
  /** Others changed these parts of the day too: the user chooses between `state` and the change. */
  | { kind: "conflict"; state: DayState; parts: Part[] };

/**
 * Sends a waiting day once. The server writes it only if the day has the state that we know. If it has another one, the
 * parts that nobody else changed are sent again.
 *
 * @returns null if the day changed once more meanwhile: the next attempt compares it again
 * @throws if a call fails
 */
export async function syncDay(transport: DayTransport, item: WaitingDay): Promise<DayOutcome | null> {
  try {
    return { kind: "settled", state: await sendParts(transport, item, item.parts, item.found) };
  } catch (error) {
    if (!isChanged(error)) throw error;
  }
  const { habitId: id, day, habitUnit } = item;
  const server = dayStateOf(await transport.read({ id, day }), habitUnit);
  const { ours, disputed } = compareDay(item, server);
  if (disputed.length === 0) return { kind: ours.length === 0 ? "settled" : "changed", state: server };
  try {
    const state = ours.length === 0 ? server : await sendParts(transport, item, ours, server);
    return { kind: "conflict", state, parts: disputed };
  } catch (error) {
    if (!isChanged(error)) throw error;
    return null;
  }
}

/**
 * Writes parts of a day if the server has it in the state `found`.
 *
 * @returns the day as the server has it then
 * @throws an error with {@link isChanged} if it is in another state
 */
async function sendParts(
  transport: DayTransport,
  { habitId: id, day, wanted, habitUnit, sinceMs }: WaitingDay,
  parts: readonly Part[],
  found: DayState,
): Promise<DayState> {
  const call = comparingCall({ id, day, state: wanted, parts: new Set(parts) }, found);
  return dayStateOf(await transport.set(withTime(call, sinceMs)), habitUnit);
}
