import { Button, buttonClass } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import FileXCorner from "lucide-react/icons/file-x-corner";
import { problemOf } from "../../../lib/network/problem.ts";
import { Refusal } from "../../account/settings/refusal.tsx";

interface LogMissingProps {
  /** Why there is nothing to show. */
  error: unknown;
  onRetry: () => void;
}

/** Shown in place of logs that could not be read: they do not exist, or the query failed. */
export function LogMissing({ error, onRetry }: LogMissingProps) {
  const { t } = useLingui();
  if (problemOf(error)?.status === 404) {
    return (
      <EmptyState
        icon={<FileXCorner />}
        title={t`No such log`}
        text={t`It never existed, or it is older than the logs we keep.`}
        action={<Link to="/logs" className={buttonClass()}>{t`All logs`}</Link>}
      />
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Refusal error={error} />
      <Button onClick={onRetry}>{t`Try again`}</Button>
    </div>
  );
}
