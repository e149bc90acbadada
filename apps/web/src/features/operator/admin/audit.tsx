import { type Audited, type AuditFilter, refusalDays } from "@daymark/domain/operator/audit";
import { Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import ScrollText from "lucide-react/icons/scroll-text";
import { trpc } from "../../../lib/network/trpc.ts";
import { AdminPage } from "./admin-page.tsx";
import { AuditLine } from "./audit-line.tsx";
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
          Everything that admins did or tried to do. Attempts by others are kept for {refusalDays} days. Nobody can
          change these entries, and they contain nothing that people wrote.
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
        line={(edit) => <AuditLine key={edit.id} edit={edit} />}
        empty={{ icon: <ScrollText />, title: t`No actions yet`, text: t`Admin actions appear here.` }}
        isFiltered={isFiltered}
        more={t`Older actions`}
      />
    </AdminPage>
  );
}
