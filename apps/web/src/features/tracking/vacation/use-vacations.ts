import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useBrowser } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { refreshFigures } from "../habit/change/refresh-figures.ts";
import type { DayRange } from "./day-range.ts";
import { habitsTouched } from "./habits-touched.ts";

/** Long enough to notice that the wrong week was chosen. */
const undoTimeoutMs = 12_000;

/** The vacations, and functions to create and remove one: both can be undone. */
export function useVacations({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const list = trpc.vacation.list.useQuery({}, { enabled: isOpen });

  const refresh = async () => {
    await Promise.all([
      utils.vacation.list.invalidate(),
      utils.progress.list.invalidate(),
      utils.progress.listOfHabit.invalidate(),
      refreshFigures(utils),
    ]);
  };
  /** @returns false if it failed, which is then reported */
  const attempt = async (call: () => Promise<void>): Promise<boolean> => {
    try {
      await call();
      return true;
    } catch (error) {
      void report.failure(error);
      return false;
    } finally {
      void refresh();
    }
  };

  const create = ({ from, to }: DayRange): Promise<boolean> =>
    attempt(async () => {
      const { id, skipped_days } = await utils.client.vacation.create.mutate({ from, to });
      flash({
        id: `vacation-${from}`,
        kind: "success",
        isPersonal: true,
        text: t`Vacation ${{ range: format.range(from, to) }}: ${plural(skipped_days, { one: "# day skipped", other: "# days skipped" })}.`,
        timeoutMs: undoTimeoutMs,
        ...(id !== null && { action: { label: t`Undo`, onAction: () => void remove({ id, from, to }) } }),
      });
    });

  const remove = ({ id, from, to }: DayRange & { id: number }): Promise<boolean> =>
    attempt(async () => {
      await utils.client.vacation.delete.mutate({ id });
      flash({
        id: `vacation-${from}`,
        kind: "success",
        isPersonal: true,
        text: t`The vacation ${{ range: format.range(from, to) }} was removed.`,
        timeoutMs: undoTimeoutMs,
        action: { label: t`Undo`, onAction: () => void create({ from, to }) },
      });
    });

  return { list, create, remove };
}

/** How many days of how many habits a vacation would skip; fetched again for each range. */
export function useVacationPreview({ from, to }: DayRange, { isOpen }: { isOpen: boolean }) {
  const utils = trpc.useUtils();
  return useQuery({
    queryKey: ["vacation-preview", from, to],
    queryFn: async () => {
      const [preview, habits, entries] = await Promise.all([
        utils.client.vacation.create.mutate({ from, to, dry_run: true }),
        utils.client.habit.list.query({ archived: false }),
        utils.client.progress.list.query({ from, to }),
      ]);
      return { days: preview.skipped_days, habits: habitsTouched(habits.results, entries.results, { from, to }) };
    },
    enabled: isOpen,
    staleTime: 0,
  });
}
