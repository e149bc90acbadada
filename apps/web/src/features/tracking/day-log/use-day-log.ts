import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { answerInTime } from "../../../lib/network/answer-timeout.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { isUnreachable, problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { refreshFigures } from "../habit/change/refresh-figures.ts";
import { offlineOf } from "../offline/offline.ts";
import { waitingLogItems } from "../offline/outbox/waiting.ts";
import { logInput } from "./known-log.ts";

// Fetched with the form, while there is a connection: the outbox needs it as soon as an entry has to wait.
void import("../progress/log-overlay.ts").catch(() => {});

/** Long enough to notice the wrong line. */
const undoTimeoutMs = 10_000;
/** What the form of an entry has: its amount, and its time, which is null if it is not known. */
export type LogEntry = Pick<LogItem, "value" | "unit" | "at">;

/**
 * The log of a day, and functions that change it. To change or delete an entry they need a connection, because the day and
 * its entries change together; a new entry waits for one.
 *
 * @param onChange is called when the page shows the day as it is after a change
 */
export function useDayLog(habit: Habit, day: string, onChange: () => void) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const offline = offlineOf(useApp());
  const isReachable = useSyncExternalStore(pageConnection.subscribe, () => pageConnection.isReachable);
  const unsent = useSyncExternalStore(offline.subscribe, () => offline.items);
  const utils = trpc.useUtils();
  const { id } = habit;
  const list = trpc.dayLog.list.useQuery(logInput(id, day), { staleTime: 0 });

  const waiting = waitingLogItems(unsent).flatMap((entry) =>
    entry.habitId === id && entry.day === day ? [entry.item] : [],
  );

  const refresh = async () => {
    await Promise.all([
      utils.dayLog.invalidate(),
      utils.progress.list.invalidate(),
      utils.progress.listOfHabit.invalidate(),
    ]);
    onChange();
    void refreshFigures(utils);
  };
  /** @returns the errors of fields by their names if the server refused them; null if all went well or was reported */
  const attempt = async (call: () => Promise<unknown>) => {
    try {
      await call();
      return null;
    } catch (error) {
      const fields = problemOf(error)?.errors;
      if (!fields) await report.failure(error);
      return fields ?? {};
    }
  };
  const change = (call: () => Promise<unknown>) =>
    attempt(async () => {
      await call();
      await refresh();
    });

  /** Adds an entry, or stores it until there is a connection. */
  const add = (entry: LogEntry) => {
    const { value, unit, at } = entry;
    const item = { ...entry, id: crypto.randomUUID() };
    const keep = async () => {
      await offline.keepLogItem({ habitId: id, day, item, title: habit.title, unitLabel: habit.unit_label });
      onChange();
    };
    return attempt(async () => {
      if (!pageConnection.isReachable) return keep();
      try {
        const input = { id, value, unit, date: day, item_id: item.id, ...(at !== null && { at }) };
        await answerInTime(utils.client.dayLog.create.mutate(input));
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        return keep();
      }
      await refresh();
    });
  };
  return {
    list,
    isReachable,
    /** Entries of the day that wait for a connection. */
    waiting,
    /** Drops an entry that waits. */
    drop: async (itemId: string) => {
      await offline.releaseLogItem(itemId);
      onChange();
    },
    add,
    update: (item: LogItem, { value, unit, at }: LogEntry) =>
      change(() =>
        utils.client.dayLog.update.mutate({ id, item_id: item.id, value, unit, ...(at !== item.at && { at }) }),
      ),
    remove: (item: LogItem) =>
      change(async () => {
        await utils.client.dayLog.delete.mutate({ id, item_id: item.id });
        flash({
          id: "log-item-deleted",
          kind: "success",
          isPersonal: true,
          text: t`The entry was deleted from the log.`,
          timeoutMs: undoTimeoutMs,
          action: { label: t`Undo`, onAction: () => void restore(item) },
        });
      }),
  };

  async function restore({ value, unit, at }: LogItem) {
    const create = (time: { at?: string }) =>
      utils.client.dayLog.create.mutate({ id, value, unit, date: day, ...time });
    try {
      await (at === null ? create({}) : create({ at }).catch((error) => createWithoutTime(error)));
      await refresh();
    } catch (error) {
      await report.failure(error);
    }

    /** After a move to another time zone the time may be on another day. The entry then returns without it. */
    function createWithoutTime(error: unknown) {
      const isOffDay = problemOf(error)?.errors?.at?.some(({ code }) => code === "at_not_on_day");
      if (!isOffDay) throw error;
      return create({});
    }
  }
}
