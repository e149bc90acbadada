import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { sizeWords } from "./log-words.ts";

interface LogTableProps {
  label: string;
  /** The header of the first column. */
  head: string;
  /** The header of a count column between name and size, if there is one. */
  countHead?: string;
  rows: readonly { key: string; name: ReactNode; count?: number; bytes: number; last_modified: string }[];
}

/** Log files, or folders of them, with their sizes and times of the last write. */
export function LogTable({ label, head, countHead, rows }: LogTableProps) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <table aria-label={label} className="w-full border-collapse text-left text-[0.9375rem]">
      <thead className="text-sm text-ink-muted">
        <tr className="border-b border-line">
          <th className="py-2 pr-4 font-[530]">{head}</th>
          {countHead ? <th className="py-2 pr-4 text-right font-[530] max-sm:hidden">{countHead}</th> : null}
          <th className="py-2 pr-4 text-right font-[530]">{t`Size`}</th>
          <th className="py-2 text-right font-[530]">{t`Last entry`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, bytes, last_modified }) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="py-1 pr-4 font-[530]">
              {name}
            </th>
            {countHead ? (
              <td className="py-1 pr-4 text-right tabular-nums max-sm:hidden">{format.number(count ?? 0)}</td>
            ) : null}
            <td className="py-1 pr-4 text-right whitespace-nowrap tabular-nums">{sizeWords(format, bytes)}</td>
            <td className="py-1 text-right tabular-nums">
              <time dateTime={last_modified} title={last_modified}>
                {format.instant(last_modified)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
