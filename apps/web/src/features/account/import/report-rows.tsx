import type { ImportReport } from "@daymark/domain/account/import";
import { Badge } from "@daymark/ui/badge";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useFormat } from "../../../lib/language/format.ts";

interface ReportRowsProps {
  kind: "refused" | "remarks";
  /** In the order of the file; the first ones of `count`. */
  rows: ImportReport["refused"] | ImportReport["remarks"];
  count: number;
}

/** The rows of a file that are left out, or imported with changes, and the reasons. */
export function ReportRows({ kind, rows, count }: ReportRowsProps) {
  const id = useId();
  const format = useFormat();
  if (count === 0) return null;
  const untold = count - rows.length;
  return (
    <section className="flex flex-col gap-2">
      <h3 id={id} className="flex items-center gap-2 text-sm font-[560] tracking-normal">
        {kind === "refused" ? <Trans>Left out</Trans> : <Trans>Changed to fit</Trans>}
        <Badge tone={kind === "refused" ? "warning" : "neutral"}>{format.number(count)}</Badge>
      </h3>
      {/* A thousand rows scroll in their own box: rows outside it are not laid out. */}
      <ul
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard too
        tabIndex={0}
        className="max-h-60 overflow-y-auto rounded-control border border-line"
      >
        {rows.map((row, index) => (
          <li
            key={`${row.row} ${row.code} ${index}`}
            className="border-line px-3.5 py-2.5 text-sm leading-snug not-first:border-t [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto]"
          >
            <p className="[overflow-wrap:anywhere]">
              {row.habit ? <b className="font-[560]">{row.habit}: </b> : null}
              {row.reason}
            </p>
            <p className="mt-0.5 font-mono text-xs text-ink-muted [overflow-wrap:anywhere]">
              <Place row={row.row} />
            </p>
          </li>
        ))}
      </ul>
      {untold > 0 ? (
        <p className="text-sm text-ink-muted">
          <Plural value={untold} one="And # more row." other="And # more rows." />
        </p>
      ) : null}
    </section>
  );
}

/** The place of a row in the file. Readers name a line or a column of a table; other places are names in the file. */
function Place({ row }: { row: string }) {
  const { t } = useLingui();
  const [, kind, number] = /^(line|column) (\d+)$/.exec(row) ?? [];
  if (kind === "line") return t`line ${{ number }}`;
  if (kind === "column") return t`column ${{ number }}`;
  return row;
}
