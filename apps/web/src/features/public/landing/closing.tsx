import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSite } from "../../../lib/app.ts";
import { StartLink } from "./start-link.tsx";

/** The end of the page: readers who come here should not have to scroll back up to begin. */
export function Closing() {
  return (
    <section aria-labelledby="closing-title" className="hero-chart border-t border-line">
      <div className="mx-auto flex w-full max-w-7xl flex-col items-center px-4 py-20 text-center sm:px-6 sm:py-28">
        <h2 id="closing-title" className="max-w-[18ch] text-4xl text-balance sm:text-5xl">
          <Trans>Today is a good day to begin.</Trans>
        </h2>
        <p className="mt-5 max-w-[44ch] text-lg text-balance text-ink-muted">
          {useSite().plans === "on" ? (
            <Trans>A few habits are free for as long as you like, and your first mark takes less than a minute.</Trans>
          ) : (
            <Trans>Add as many habits as you can keep. Your first mark takes less than a minute.</Trans>
          )}
        </p>
        <div className="mt-9 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:*:w-full">
          <StartLink />
          <Link to="/blog" className={buttonClass({ size: "large" })}>
            <Trans>Read the blog</Trans>
          </Link>
        </div>
      </div>
    </section>
  );
}
