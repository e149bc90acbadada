import { type LogAmount, roundedSum } from "@daymark/domain/day-log/amount-of-log";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import { answerInTime } from "../../../lib/network/answer-timeout.ts";
import type { trpc } from "../../../lib/network/trpc.ts";
import { logInput } from "./known-log.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

/**
 * Gives a day the entries back that a change has taken from it, with their ids, units and times. It brings none back if
 * the day has other entries by now, or if these do not add up to the amount, because the page has not heard of a change.
 *
 * It ignores the refusal of an entry, such as a time that is on another day after a move: the write of the day, which
 * follows, adds the missing amount as one entry.
 *
 * @throws if the entries cannot be read
 */
export async function restoreLog(
  client: Client,
  { id, day, items, amount }: { id: number; day: string; items: readonly LogItem[]; amount: LogAmount },
) {
  if (roundedSum(items, amount.unit) !== amount.value) return;
  const { results } = await answerInTime(client.dayLog.list.query(logInput(id, day)));
  const found = new Map(results.map((item) => [item.id, item]));
  const known = new Set(items.map((item) => item.id));
  if (results.some((item) => !known.has(item.id))) return;
  await Promise.allSettled(
    items.map(({ id: item_id, value, unit, at }) => {
      const now = found.get(item_id);
      if (now?.value === value && now.unit === unit) return undefined;
      if (now) return answerInTime(client.dayLog.update.mutate({ id, item_id, value, unit }));
      const item = { id, item_id, value, unit, date: day, ...(at !== null && { at }) };
      return answerInTime(client.dayLog.create.mutate(item));
    }),
  );
}
