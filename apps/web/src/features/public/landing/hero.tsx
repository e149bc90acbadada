import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { SampleCalendar } from "./sample-calendar.tsx";
import { StartLink } from "./start-link.tsx";

export function Hero() {
  return (
    <section className="hero-chart overflow-hidden">
      <div className="mx-auto grid w-full max-w-7xl items-center gap-x-12 gap-y-14 px-4 pt-14 pb-16 sm:px-6 sm:pt-24 sm:pb-28 xl:grid-cols-12">
        <div className="xl:col-span-5">
          <h1 className="text-[clamp(2.625rem,1.6rem+4.4vw,4.5rem)] leading-[1.02] font-[660] tracking-[-0.04em]">
            <Trans>Every day leaves a mark.</Trans>
          </h1>
          <p className="mt-6 max-w-[44ch] text-balance text-lg leading-relaxed text-ink-muted sm:text-xl sm:leading-relaxed">
            <Trans>
              Daymark is a calendar for the habits you build and the ones you break. Mark today in seconds, watch your
              streak grow, and see the days it is made of.
            </Trans>
          </p>
          <div className="mt-9 flex flex-wrap gap-3 max-sm:*:w-full">
            <StartLink />
            <a href="#how-it-works" className={buttonClass({ size: "large" })}>
              <Trans>See how it works</Trans>
            </a>
          </div>
          <p className="mt-5 text-sm text-ink-muted">
            <Trans>No card, no ads, no trackers.</Trans>
          </p>
        </div>
        <div className="min-w-0 xl:col-span-7">
          <SampleCalendar />
        </div>
      </div>
    </section>
  );
}
