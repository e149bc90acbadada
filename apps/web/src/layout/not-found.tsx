import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSessionStatus } from "../lib/app.ts";
import { PageHead } from "../lib/head.tsx";

/** For an address that leads nowhere. The server answers it with 404; the browser then shows it at /not-found. */
export function NotFound() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const status = useSessionStatus();
  useEffect(() => {
    if (pathname !== "/not-found") void navigate({ to: "/not-found", replace: true });
  }, [pathname, navigate]);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center px-4 py-24 text-center sm:px-6">
      <PageHead title={t`Not Found`} />
      <p
        aria-hidden="true"
        className="text-[5.5rem] leading-none font-[680] tracking-[-0.05em] text-accent-text tabular-nums"
      >
        404
      </p>
      <h1 className="mt-4 text-3xl">
        <Trans>This page is off the chart</Trans>
      </h1>
      <p className="mt-3 text-ink-muted">
        <Trans>The address may be mistyped, or the page is gone.</Trans>
      </p>
      <Link to={status === "user" ? "/dashboard" : "/"} className={`${buttonClass({ kind: "primary" })} mt-8`}>
        {status === "user" ? <Trans>Go to the dashboard</Trans> : <Trans>Go to the home page</Trans>}
      </Link>
    </div>
  );
}
