import type { Audited, AuditFilter } from "@daymark/domain/operator/audit";
import { Badge } from "@daymark/ui/badge";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { getQueryKey } from "@trpc/react-query";
import { ScrollText } from "lucide-react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { AdminPage } from "./admin-page.tsx";
import { actionWords, useCodeWords } from "./code-words.ts";
import { FileButton } from "./file-button.tsx";
import { FilterBar } from "./list/filter-bar.tsx";
import { RowList } from "./list/row-list.tsx";
import { useList } from "./list/use-list.ts";
import { useListSearch } from "./list/use-list-search.ts";

const auditSearch = {
  actor: "text",
  action: "text",
  target: "text",
  outcome: ["done", "refused", "unfinished"],
  from: "day",
  to: "day",
} as const;

/** Actions and attempted actions of admins, newest first. */
export function Audit() {
  const { t } = useLingui();
  const { search, isFiltered, onSearch } = useListSearch(auditSearch);
  const actions = useCodeWords(actionWords);
  const { client } = trpc.useUtils();
  const filter: AuditFilter = search;
  const list = useList<Audited>([...getQueryKey(trpc.audit.list), filter], (page) =>
    client.audit.list.query({ ...filter, ...page }),
  );
  return (
    <AdminPage
      title={t`Audit trail`}
      intro={
        <Trans>
          Everything that admins did or tried to do. Nobody can change these entries, and they contain nothing that
          people wrote.
        </Trans>
      }
      actions={
        <FileButton size="small" path={`/admin/audit/file/?${new URLSearchParams(search)}`}>
          <Trans>Save as CSV</Trans>
        </FileButton>
      }
    >
      <FilterBar
        values={search}
        onChange={onSearch}
        filters={[
          { kind: "text", name: "actor", label: t`Username` },
          { kind: "choice", name: "action", label: t`Action`, options: actions.options, wide: true },
          { kind: "text", name: "target", label: t`Target, such as “user 17”`, wide: true },
          {
            kind: "choice",
            name: "outcome",
            label: t`Outcome`,
            options: { done: t`Done`, refused: t`Refused`, unfinished: t`Unfinished` },
          },
          { kind: "date", name: "from", label: t`From (UTC)` },
          { kind: "date", name: "to", label: t`To (UTC)` },
        ]}
      />
      <RowList
        list={list}
        line={(edit) => <DeedLine key={edit.id} edit={edit} />}
        empty={{ icon: <ScrollText />, title: t`No actions yet`, text: t`Admin actions appear here.` }}
        isFiltered={isFiltered}
        more={t`Older actions`}
      />
    </AdminPage>
  );
}

function DeedLine({ edit }: { edit: Audited }) {
  const { t } = useLingui();
  const format = useFormat();
  const { wordOf } = useCodeWords(actionWords);
  const { at, actor, action, target, target_name, details, outcome } = edit;
  const told = Object.entries(details);
  const userId = /^user (\d+)$/.exec(target ?? "")?.[1];
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 py-3 md:grid-cols-[13rem_minmax(0,1fr)_auto]">
      <time dateTime={at} className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
        {format.instant(at, { dateStyle: "medium", timeStyle: "medium" })}
      </time>
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-[560]">{actor ?? t`On the machine, or a deleted account`}</span>
          {": "}
          <span title={action}>{wordOf(action) ?? action}</span>{" "}
          {userId ? (
            <Link to="/admin/users" search={{ search: userId }} className={linkClass}>
              {target_name ?? target}
            </Link>
          ) : (
            <span>{target}</span>
          )}
        </p>
        {told.length > 0 ? (
          <p className="mt-0.5 text-sm break-words text-ink-muted">
            {told.map(([name, value]) => `${name}: ${String(value)}`).join(" · ")}
          </p>
        ) : null}
      </div>
      <div>
        {outcome === "done" ? (
          <Badge tone="success">{t`Done`}</Badge>
        ) : outcome === null ? (
          <Badge tone="warning">{t`Unfinished`}</Badge>
        ) : (
          <Badge tone="danger">
            {t`Refused`}: {outcome}
          </Badge>
        )}
      </div>
    </li>
  );
}
