import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useApp, useSessionStatus } from "../lib/app.ts";
import { PageHead } from "../lib/head.tsx";

/** A "404" with an empty day as its middle digit. */
function MissingDay() {
  return (
    <p aria-hidden="true" className="flex items-center gap-2.5 text-[5.5rem] leading-none font-[680] sm:text-[7rem]">
      4
      <span className="grid size-[0.78em] place-items-center rounded-[27%] border-[3px] border-accent border-dashed">
        <span className="h-[3px] w-1/3 rounded-full bg-accent" />
      </span>
      4
    </p>
  );
}

/** Shown for an unknown address. The server answers it with 404; the browser then shows it at /not-found. */
export function NotFound() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const status = useSessionStatus();
  const { browser } = useApp();
  useEffect(() => {
    if (pathname === "/not-found") return;
    // The author may see a page that the server does not show a guest. When the session is settled, the page has been
    // loaded again for the user.
    let isFound = false;
    void browser?.settled.then(() => {
      if (!isFound) void navigate({ to: "/not-found", replace: true });
    });
    return () => {
      isFound = true;
    };
  }, [pathname, navigate, browser]);
  return (
    <div className="hero-chart [--glow:50%] flex flex-1 flex-col items-center justify-center px-4 py-24 text-center sm:px-6">
      <PageHead title={t`Not Found`} />
      <MissingDay />
      <h1 id="missing-page" className="mt-8 text-3xl sm:text-4xl">
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
