import { clockTimeOf } from "@daymark/domain/day-log/clock-time";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import CloudOff from "lucide-react/icons/cloud-off";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash";
import type { Ref } from "react";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";
import { amountText } from "../habit/form/unit-words.ts";

interface LogLineProps {
  habit: Habit;
  item: Pick<LogItem, "at" | "value" | "unit">;
  /** Absent for an entry that waits for a connection. */
  onEdit?: () => void;
  editRef?: Ref<HTMLButtonElement>;
  onRemove: () => void;
  /** True if the entry can only be read, because there is no connection. */
  isLocked: boolean;
}

/** An entry of a log, and what can be done with it. */
export function LogLine({ habit, item, onEdit, editRef, onRemove, isLocked }: LogLineProps) {
  const { i18n, t } = useLingui();
  const amount = amountText(i18n, habit, item.value, item.unit);
  const time = item.at === null ? null : clockTimeOf(item.at, pageDayZone().current());
  const name = time === null ? amount : `${time}, ${amount}`;
  return (
    <li className="flex items-center gap-3">
      <span className="w-12 shrink-0 text-sm text-ink-muted tabular-nums">
        {time ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t`no time`}</span>
          </>
        )}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate">{amount}</span>
        {onEdit ? null : (
          <span className="inline-flex items-center gap-1.5 text-sm text-ink-muted">
            <CloudOff aria-hidden="true" className="size-4 shrink-0 text-warning-text" />
            {t`not saved yet`}
          </span>
        )}
      </span>
      {onEdit ? (
        <IconButton size="small" label={t`Edit: ${name}`} disabled={isLocked} onClick={onEdit} ref={editRef}>
          <Pencil aria-hidden="true" />
        </IconButton>
      ) : null}
      <IconButton size="small" label={t`Delete: ${name}`} disabled={isLocked} onClick={onRemove}>
        <Trash aria-hidden="true" />
      </IconButton>
    </li>
  );
}
