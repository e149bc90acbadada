import type { LogLine } from "@daymark/domain/operator/log";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { CopyButton } from "../../copy/copy-button.tsx";
import { clockWords, fieldsText, levelTones, lineText, utcWords } from "./log-words.ts";

interface LogRowProps {
  line: LogLine;
  /** The day of the file, in UTC. */
  fileDay: string;
  /** Position among all loaded lines. */
  position: number;
  isOpen: boolean;
  /** Whether a link names it. */
  isMarked: boolean;
  /** Whether it is the tab stop. */
  isCurrent: boolean;
  /** The address of the line. */
  link: string;
  onToggle: (offset: number) => void;
  onFocus: (offset: number) => void;
  observe: (row: HTMLElement | null) => (() => void) | undefined;
}

/** One log entry: a line, and when opened, all its fields. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { line, fileDay, isOpen, isMarked, isCurrent } = props;
  const { time, level, message, fields, offset } = line;
  const tone = level ? levelTones[level] : { text: "text-ink-muted", edge: "border-line-strong" };
  return (
    <li
      ref={props.observe}
      data-key={offset}
      aria-setsize={-1}
      aria-posinset={props.position}
      aria-current={isMarked ? "location" : undefined}
      className={classes(
        "border-b border-l-[3px] border-b-line",
        tone.edge,
        isMarked ? "bg-accent-soft forced-colors:outline" : isOpen ? "bg-raised" : undefined,
      )}
    >
      <button
        type="button"
        data-row={offset}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={isOpen}
        onClick={() => props.onToggle(offset)}
        onFocus={() => props.onFocus(offset)}
        className={
          "flex min-h-8 w-full cursor-pointer items-baseline gap-x-3 px-2.5 py-1 text-left font-mono text-[0.8125rem] leading-5 " +
          "max-sm:flex-wrap pointer-coarse:min-h-11 focus-visible:-outline-offset-2"
        }
      >
        <span className="shrink-0 whitespace-nowrap text-ink-muted tabular-nums">
          {time ? (
            <time dateTime={time} title={utcWords(time)}>
              {clockWords(format, time, fileDay)}
            </time>
          ) : (
            <span title={t`This line is not a log entry and is shown as is.`}>{t`not an entry`}</span>
          )}
        </span>
        <span className={classes("w-11 shrink-0 font-[560]", tone.text)}>{level ?? ""}</span>
        <span className="min-w-0 flex-1 truncate max-sm:basis-full">
          <span className="text-ink">{message}</span>
          <span className="ml-3 text-ink-muted">{fieldsText(fields)}</span>
        </span>
      </button>
      {isOpen ? <Opened line={line} link={props.link} /> : null}
    </li>
  );
});

function Opened({ line, link }: { line: LogLine; link: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { time, message, fields } = line;
  const members: [string, string][] = [
    ...(time
      ? ([
          [t`Local time`, format.instant(time, { dateStyle: "medium", timeStyle: "long" })],
          [t`UTC`, utcWords(time)],
        ] as [string, string][])
      : []),
    [t`Message`, message],
    ...Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === "object" ? JSON.stringify(value, null, 2) : String(value),
    ]),
  ];
  return (
    <div className="px-2.5 pt-1 pb-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem] max-sm:grid-cols-1">
        {members.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0 font-mono break-words whitespace-pre-wrap max-sm:pl-3">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={lineText(line)} label={t`Copy line`} />
        <CopyButton text={link} label={t`Copy link`} />
      </div>
    </div>
  );
}
