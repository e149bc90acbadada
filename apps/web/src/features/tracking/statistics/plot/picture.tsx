import { IconButton } from "@daymark/ui/icon-button";
import { Segmented } from "@daymark/ui/segmented";
import { useLingui } from "@lingui/react/macro";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import Download from "lucide-react/icons/download";
import Table2 from "lucide-react/icons/table-2";
import { type ReactNode, useId, useState } from "react";
import { saveFile } from "../../../../lib/network/download.ts";
import { csvOf, type DataTable, fileNameOf } from "./data-table.ts";
import { DataTableView } from "./data-table-view.tsx";

interface PictureProps {
  title: string;
  /** The message of the chart, in a sentence. */
  summary?: ReactNode;
  /** Undefined while it loads. */
  dataTable: DataTable | undefined;
  /** The subject's name, for the file name. */
  owner: string;
  /** Controls before the view switch, such as the choice of a year. */
  tools?: ReactNode;
  /** Replaces the table made from `dataTable`. */
  table?: ReactNode;
  /** The level of its heading. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A chart with its heading, the same data as a table, and as a file. */
export function Picture({ title, summary, dataTable, owner, tools, table, level = 3, children }: PictureProps) {
  const { t } = useLingui();
  const [view, setView] = useState<"picture" | "table">("picture");
  const heading = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-center gap-1">
          <Heading id={heading} className="text-lg">
            {title}
          </Heading>
          {tools}
        </div>
        <div className="flex items-center gap-1">
          <Segmented
            label={t`View: ${title}`}
            options={[
              { value: "picture", label: t`Chart`, icon: <ChartNoAxesColumn aria-hidden="true" />, isIconOnly: true },
              { value: "table", label: t`Table`, icon: <Table2 aria-hidden="true" />, isIconOnly: true },
            ]}
            value={view}
            onValueChange={setView}
          />
          <IconButton
            label={t`Download as CSV: ${title}`}
            disabled={!dataTable}
            onClick={() => {
              if (!dataTable) return;
              const content = new Blob([csvOf(dataTable)], { type: "text/csv;charset=utf-8" });
              saveFile({ name: fileNameOf(owner, dataTable.caption), content });
            }}
          >
            <Download aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {summary ? <p className="-mt-1 text-sm text-ink-muted">{summary}</p> : null}
      {view === "picture" ? children : (table ?? (dataTable ? <DataTableView dataTable={dataTable} /> : null))}
    </section>
  );
}
