import { sumOfLog } from "@daymark/domain/day-log/amount-of-log";
import { clockTimeOf } from "@daymark/domain/day-log/clock-time";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import { Pencil, Plus, Trash } from "lucide-react";
import { useId, useRef, useState } from "react";
import { pageConnection } from "../../../lib/network/connection.ts";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";
import { pageClock } from "../clock/today.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { LogItemForm } from "./log-item-form.tsx";
import { useDayLog } from "./use-day-log.ts";

interface DayLogProps {
  habit: Habit;
  day: string;
  /** Called when the log has changed the day. */
  onChange: () => void;
}

/** The entries of a day with their times, which add up to the day. */
export default function DayLog({ habit, day, onChange }: DayLogProps) {
  const { t } = useLingui();
  const heading = useId();
  const log = useDayLog(habit, day, onChange);
  /** The id of the entry in the form, or "new". */
  const [edited, setEdited] = useState<string | null>(null);
  const items = log.list.data?.results;
  const addButton = useRef<HTMLButtonElement>(null);
  /** The pressed button disappears. */
  const focusAdd = () => requestAnimationFrame(() => addButton.current?.focus({ preventScroll: true }));
  const close = () => {
    setEdited(null);
    focusAdd();
  };
  if (!items) {
    // Without a connection the day itself can still be recorded above.
    return log.list.error || !pageConnection.isReachable ? (
      <p className="text-sm text-ink-muted">{t`The entries of the day need a connection. + and − work without one.`}</p>
    ) : null;
  }
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 id={heading} className="flex justify-between gap-2 text-sm font-[560]">
        {t`Entries`}
        {items.length > 0 ? <Sum habit={habit} items={items} /> : null}
      </h3>
      {items.length === 0 ? <p className="text-sm text-ink-muted">{t`No entries yet.`}</p> : null}
      <ul className="flex max-h-56 flex-col overflow-y-auto">
        {items.map((item) =>
          edited === item.id ? (
            <li key={item.id} className="py-2">
              <LogItemForm
                habit={habit}
                day={day}
                begin={item}
                saveLabel={t`Save`}
                onSave={(next) => log.update(item, next)}
                onDone={close}
                onCancel={close}
              />
            </li>
          ) : (
            <Line
              key={item.id}
              habit={habit}
              item={item}
              onEdit={() => setEdited(item.id)}
              onRemove={() => void log.remove(item).then(focusAdd)}
            />
          ),
        )}
      </ul>
      {edited === "new" ? (
        <LogItemForm
          habit={habit}
          day={day}
          begin={{ value: null, unit: habit.unit, at: day === pageClock().read() ? new Date().toISOString() : null }}
          saveLabel={t`Add`}
          onSave={log.add}
          onDone={close}
          onCancel={close}
        />
      ) : (
        <Button
          ref={addButton}
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setEdited("new")}
          className="self-start"
        >
          {t`Add an entry`}
        </Button>
      )}
    </section>
  );
}

function Sum({ habit, items }: { habit: Habit; items: readonly LogItem[] }) {
  const { i18n, t } = useLingui();
  const sum = amountText(i18n, habit, Math.round(sumOfLog(items, habit.unit) * 100) / 100);
  return <span className="font-normal text-ink-muted">{t`Total: ${sum}`}</span>;
}

interface LineProps {
  habit: Habit;
  item: LogItem;
  onEdit: () => void;
  onRemove: () => void;
}

function Line({ habit, item, onEdit, onRemove }: LineProps) {
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
      <span className="min-w-0 grow truncate">{amount}</span>
      <IconButton size="small" label={t`Edit: ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t`Delete: ${name}`} onClick={onRemove}>
        <Trash aria-hidden="true" />
      </IconButton>
    </li>
  );
}
