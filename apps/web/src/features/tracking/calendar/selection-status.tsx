import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import type { Cursor } from "./grid/cursor.ts";

/** Announces the selection to screen readers. */
export function SelectionStatus({ cursor, habits }: { cursor: Cursor; habits: readonly Habit[] }) {
  const { t } = useLingui();
  const read = () => cursor.selection;
  const selection = useSyncExternalStore(cursor.subscribe, read, read);
  const [habitId] = selection?.habitIds ?? [];
  const title = habits.find(({ id }) => id === habitId)?.title;
  const days = selection?.days.length ?? 0;
  const count = selection?.habitIds.length ?? 0;
  return (
    <p role="status" className="sr-only" data-selection={days * count}>
      {selection === null
        ? ""
        : count === 1
          ? t`${plural(days, { one: "# day", other: "# days" })} of ${{ title }} selected`
          : t`${plural(days, { one: "# day", other: "# days" })} of ${plural(count, { one: "# habit", other: "# habits" })} selected`}
    </p>
  );
}
