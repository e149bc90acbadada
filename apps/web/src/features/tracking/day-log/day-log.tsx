import { type LogAmount, sumOfLog } from "@daymark/domain/day-log/amount-of-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pageClock } from "../clock/today.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { draftKeyOf, keptDraftOf, logDrafts } from "./log-drafts.ts";
import { LogItemForm } from "./log-item-form.tsx";
import { LogLine } from "./log-line.tsx";
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
  const [edited, setEdited] = useState(() => keptDraftOf(habit, day));
  const items = log.list.data?.results;
  const addButton = useRef<HTMLButtonElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  /** The last entry whose form was open: its button gets the focus once the form is closed. */
  const lastEdited = useRef(edited);
  /** The pressed button disappears. */
  const focusAdd = () => requestAnimationFrame(() => addButton.current?.focus({ preventScroll: true }));
  const edit = (id: string) => {
    lastEdited.current = id;
    setEdited(id);
  };
  const close = () => {
    // At once: a popover whose focused element is gone takes the focus itself.
    flushSync(() => setEdited(null));
    const button = edited === "new" ? null : editButton.current;
    (button ?? addButton.current)?.focus({ preventScroll: true });
  };
  const needsConnection = log.list.error !== null || !log.isReachable;
  if (!items && !needsConnection) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 id={heading} className="flex justify-between gap-2 text-sm font-[560]">
        {t`Entries`}
        {items && items.length + log.waiting.length > 0 ? (
          <Sum habit={habit} items={[...items, ...log.waiting]} />
        ) : null}
      </h3>
      {needsConnection ? (
        <p className="text-sm text-ink-muted">
          {items
            ? t`Offline, you can only add entries. You can change and delete them once you are online.`
            : t`The day’s entries appear once you are online. You can add one offline.`}
        </p>
      ) : items?.length === 0 && log.waiting.length === 0 ? (
        <p className="text-sm text-ink-muted">{t`No entries yet.`}</p>
      ) : null}
      <ul className="flex max-h-56 flex-col overflow-y-auto">
        {items?.map((item) =>
          edited === item.id ? (
            <li key={item.id} className="py-2">
              <LogItemForm
                habit={habit}
                draftKey={draftKeyOf(habit, day, item.id)}
                day={day}
                begin={item}
                saveLabel={t`Save`}
                onSave={(next) => log.update(item, next)}
                onDone={close}
                onCancel={close}
              />
            </li>
          ) : (
            <LogLine
              key={item.id}
              habit={habit}
              item={item}
              isLocked={needsConnection}
              onEdit={() => edit(item.id)}
              editRef={item.id === lastEdited.current ? editButton : undefined}
              onRemove={() => {
                logDrafts.delete(draftKeyOf(habit, day, item.id));
                void log.remove(item).then(focusAdd);
              }}
            />
          ),
        )}
        {log.waiting.map((item) => (
          <LogLine
            key={item.id}
            habit={habit}
            item={item}
            isLocked={false}
            onRemove={() => void log.drop(item.id).then(focusAdd)}
          />
        ))}
      </ul>
      {edited === "new" ? (
        <LogItemForm
          habit={habit}
          draftKey={draftKeyOf(habit, day, "new")}
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
          onClick={() => edit("new")}
          className="self-start"
        >
          {t`Add an entry`}
        </Button>
      )}
    </section>
  );
}

function Sum({ habit, items }: { habit: Habit; items: readonly LogAmount[] }) {
  const { i18n, t } = useLingui();
  const sum = amountText(i18n, habit, Math.round(sumOfLog(items, habit.unit) * 100) / 100);
  return <span className="font-normal text-ink-muted">{t`Total: ${sum}`}</span>;
}
