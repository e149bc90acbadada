import type { Audited } from "@daymark/domain/operator/audit";
import { Badge } from "@daymark/ui/badge";
import { linkClass } from "@daymark/ui/link";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useFormat } from "../../../lib/language/format.ts";
import { actionWords, useCodeWords } from "./code-words.ts";

interface AuditLineProps {
  edit: Audited;
  /** False on a page that is about the target. */
  hasTarget?: boolean;
}

/** One action of an admin. */
export function AuditLine({ edit, hasTarget = true }: AuditLineProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { wordOf } = useCodeWords(actionWords);
  const { at, actor, action, target, target_name, details, outcome } = edit;
  const told = Object.entries(details);
  const userId = /^user (\d+)$/.exec(target ?? "")?.[1];
  return (
    <li className="@container py-3">
      <div className="grid grid-cols-1 gap-x-6 gap-y-1 @2xl:grid-cols-[13rem_minmax(0,1fr)_auto]">
        <time dateTime={at} className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
          {format.instant(at, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
        <div className="min-w-0">
          <p className="break-words">
            <span className="font-[560]">{actor ?? t`On the server, or by a deleted account`}</span>
            {": "}
            <span title={action}>{wordOf(action) ?? action}</span>{" "}
            {!hasTarget ? null : userId ? (
              <Link to="/admin/users/$id" params={{ id: userId }} className={linkClass}>
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
      </div>
    </li>
  );
}
