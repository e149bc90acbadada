import { linkClass } from "@daymark/ui/link";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import ChevronRight from "lucide-react/icons/chevron-right";

interface LogTrailProps {
  appDir: string;
  dateFile?: string;
}

/** Breadcrumbs of the log pages. */
export function LogTrail({ appDir, dateFile }: LogTrailProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Breadcrumb`} className="mb-4">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
        <li>
          <Link to="/logs" activeOptions={{ exact: true }} className={linkClass}>{t`Logs`}</Link>
        </li>
        <li className="flex items-center gap-1.5">
          <ChevronRight aria-hidden="true" className="size-4 text-ink-muted" />
          {dateFile === undefined ? (
            <span aria-current="page">{appDir}</span>
          ) : (
            <Link to="/logs/$appDir" params={{ appDir }} activeOptions={{ exact: true }} className={linkClass}>
              {appDir}
            </Link>
          )}
        </li>
        {dateFile === undefined ? null : (
          <li className="flex min-w-0 items-center gap-1.5">
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
            <span aria-current="page" className="min-w-0 break-all">
              {dateFile}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}
