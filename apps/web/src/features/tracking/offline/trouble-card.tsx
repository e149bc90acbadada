import { entryNoteLengthMax } from "@daymark/domain/base/bounds";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { errorMessage } from "@daymark/i18n/messages";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import Split from "lucide-react/icons/split";
import { type ReactNode, useId } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { amountText, type Measured } from "../habit/form/unit-words.ts";
import type { DayState } from "../progress/day-state.ts";
import { stateName } from "../progress/recorded-words.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { Trouble, WaitingDay, WaitingItem, WaitingLogItem, WaitingNote } from "./outbox/waiting.ts";

/** As the list of entries shows a time. */
const clockTime = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

interface TroubleCardProps {
  outbox: Outbox;
  troubles: readonly (readonly [key: string, item: WaitingItem])[];
}

/**
 * Shows a change that needs a decision. It stays until the user has chosen, also across a reload. It is not a lazy
 * component, because it opens after a lost connection: an import that failed then fails until the page is reloaded.
 */
export function TroubleCard({ outbox, troubles }: TroubleCardProps) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className="flex flex-col gap-4 p-4 sm:p-5">
      <h2 id={id} className="flex items-center gap-2 text-lg">
        <Split aria-hidden="true" className="size-5 shrink-0 text-warning-text" />
        <Plural value={troubles.length} one="# change needs your decision" other="# changes need your decision" />
      </h2>
      <ul className="flex flex-col gap-4">
        {troubles.map(([key, item]) => (
          <li key={key} className="flex flex-col gap-2 border-t border-line pt-4">
            {item.kind === "log" ? (
              <RefusedLogItem outbox={outbox} itemKey={key} item={item} />
            ) : item.kind === "note" ? (
              <RefusedNote outbox={outbox} itemKey={key} item={item} />
            ) : item.trouble?.kind === "conflict" ? (
              <Conflict outbox={outbox} itemKey={key} item={item} server={item.trouble.server} />
            ) : (
              <RefusedDay outbox={outbox} itemKey={key} item={item} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ItemProps<Item> {
  outbox: Outbox;
  itemKey: string;
  item: Item;
}

interface ConflictProps extends ItemProps<WaitingDay> {
  /** The state recorded elsewhere, which the calendar shows. */
  server: DayState;
}

function Conflict({ outbox, itemKey, item, server }: ConflictProps) {
  const { i18n, t } = useLingui();
  const { parts, wanted } = item;
  const words = (state: DayState): string =>
    [
      parts.includes("amount") && stateName(i18n, measuredOf(item, state), state),
      parts.includes("note") && (state.note === null ? t`no note` : t`note: “${{ note: state.note }}”`),
    ]
      .filter(Boolean)
      .join(", ");
  const here = words(wanted);
  const elsewhere = words(server);
  const both = parts.includes("note") && wanted.note && server.note ? `${server.note}\n${wanted.note}` : null;
  return (
    <>
      <p>
        <DayName item={item} />{" "}
        <span className="text-ink-muted">
          <Trans>was changed here and on another device.</Trans>
        </span>
      </p>
      <Choices>
        <Choice onClick={() => outbox.insist(itemKey)}>{t`Here: ${here}`}</Choice>
        <Choice onClick={() => outbox.dismiss(itemKey)}>{t`On another device: ${elsewhere}`}</Choice>
        {both !== null && both.length <= entryNoteLengthMax ? (
          <Choice onClick={() => outbox.insist(itemKey, { ...wanted, note: both })}>{t`Keep both notes`}</Choice>
        ) : null}
      </Choices>
    </>
  );
}

function RefusedDay({ outbox, itemKey, item }: ItemProps<WaitingDay>) {
  const { i18n } = useLingui();
  const what = [
    stateName(i18n, measuredOf(item, item.wanted), item.wanted),
    item.parts.includes("note") && item.wanted.note,
  ]
    .filter(Boolean)
    .join(", ");
  return <Refused {...{ outbox, itemKey, item, what }} />;
}

function RefusedLogItem({ outbox, itemKey, item }: ItemProps<WaitingLogItem>) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { value, unit, at } = item.item;
  const amount = amountText(i18n, { unit, unit_label: item.unitLabel }, value);
  const what = at === null ? amount : `${format.instant(at, clockTime)}, ${amount}`;
  return <Refused {...{ outbox, itemKey, item, what }} />;
}

function RefusedNote({ outbox, itemKey, item }: ItemProps<WaitingNote>) {
  const { t } = useLingui();
  return (
    <>
      <p>
        {t`A note could not be saved.`} <Reason trouble={item.trouble} />
      </p>
      <blockquote className="border-l-2 border-line-strong pl-3 whitespace-pre-wrap">{item.text}</blockquote>
      <RefusedChoices outbox={outbox} itemKey={itemKey} />
    </>
  );
}

function RefusedChoices({ outbox, itemKey }: Omit<ItemProps<WaitingItem>, "item">) {
  const { t } = useLingui();
  return (
    <Choices>
      <Choice onClick={() => outbox.insist(itemKey)}>{t`Try again`}</Choice>
      <Choice onClick={() => outbox.dismiss(itemKey)}>{t`Discard`}</Choice>
    </Choices>
  );
}

/** How the amounts of a day are named, as far as the waiting change knows. */
function measuredOf(item: WaitingDay, { unit }: DayState): Measured {
  return { unit, unit_label: item.unitLabel ?? null };
}

function DayName({ item }: { item: Pick<WaitingDay, "day" | "title"> }) {
  const format = useFormat();
  const date = format.day(item.day, { weekday: "short", day: "numeric", month: "long" });
  return (
    <b className="font-[560]">
      {item.title}, {date}
    </b>
  );
}

function Reason({ trouble }: { trouble: Trouble<object> | null }) {
  const { i18n, t } = useLingui();
  const problem = trouble?.kind === "refused" ? trouble.problem : null;
  if (problem?.field) return fieldErrorMessage(i18n, problem.field);
  return problem ? errorMessage(i18n, problem.code, problem.values) : t`Unexpected response from the server.`;
}

function Choices({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}

function Choice({ onClick, children }: { onClick: () => Promise<void>; children: ReactNode }) {
  return (
    <Button size="small" onClick={() => void onClick()} className="h-auto! min-h-control max-w-full py-1.5! text-left">
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
    </Button>
  );
}

/** A change that the server refused. `what` says what it was. */
function Refused({ outbox, itemKey, item, what }: ItemProps<WaitingDay | WaitingLogItem> & { what: string }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <DayName item={item} />
        <br />
        {t`Not saved: ${what}.`} <Reason trouble={item.trouble} />
      </p>
      <RefusedChoices outbox={outbox} itemKey={itemKey} />
    </>
  );
}
