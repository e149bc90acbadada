import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import MapPin from "lucide-react/icons/map-pin";
import { useId, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { type Format, useFormat } from "../../../lib/language/format.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";
import { presentName } from "../clock/timezones.ts";
import type { Travel } from "./travel.ts";

/** Asks which of two days the user records, with the time in both zones. */
export default function TravelQuestion({ travel }: { travel: Travel }) {
  const { t } = useLingui();
  const format = useFormat();
  const titleId = useId();
  const { choose, isBusy } = useChoice();
  const options = [
    { zone: travel.here, today: travel.todayHere, hint: t`here, on this device` },
    { zone: travel.home, today: travel.todayHome, hint: t`as in your settings` },
  ];
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line bg-info-soft p-4 sm:p-5">
      <h2 id={titleId} className="flex items-center gap-2 text-base font-[600]">
        <MapPin aria-hidden="true" className="size-4.5 shrink-0 text-info-text" />
        <Trans>Which day is it for you?</Trans>
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        <Trans>This device is in a different time zone from your settings.</Trans>
      </p>
      <div className="mt-3 grid gap-2 sm:grid-cols-2">
        {options.map(({ zone, today, hint }) => (
          <Button
            key={zone}
            isBusy={isBusy === zone}
            onClick={() => void choose(zone, travel)}
            className="h-auto! min-h-11 flex-col! items-start! gap-0.5! px-4! py-2.5! text-left!"
          >
            <span>
              {placeName(zone, format)} <span className="font-normal text-ink-muted">{hint}</span>
            </span>
            <span className="font-normal first-letter:uppercase">
              {format.day(today, { weekday: "long", day: "numeric", month: "long" })},{" "}
              {format.instant(new Date(travel.now).toISOString(), { timeStyle: "short", timeZone: zone })}
            </span>
          </Button>
        ))}
      </div>
    </section>
  );
}

/**
 * Either the device's zone becomes the user's time zone, or the home zone stays and this browser continues to use it.
 */
function useChoice() {
  const { t } = useLingui();
  const format = useFormat();
  const utils = trpc.useUtils();
  const { report } = useBrowser();
  const [isBusy, setBusy] = useState<string | null>(null);

  const choose = async (zone: string, travel: Travel) => {
    const place = placeName(zone, format);
    if (zone === travel.home) {
      pageDayZone().choose(zone);
      flash({
        kind: "success",
        isPersonal: true,
        text: t`Your days follow ${place} time while this device is here.`,
      });
    } else {
      setBusy(zone);
      try {
        const settings = await utils.client.auth.settings.update.mutate({ timezone: presentName(zone) });
        pageDayZone().forget();
        utils.auth.settings.get.setData({}, settings);
        flash({ kind: "success", isPersonal: true, text: t`Your days and reminders now follow ${place} time.` });
      } catch (error) {
        return void report.failure(error);
      } finally {
        setBusy(null);
      }
    }
    // The choice may change which day is today.
    await Promise.all([utils.habit.invalidate(), utils.progress.invalidate()]);
  };
  return { choose, isBusy };
}

/**
 * "Tokyo"; in Ukrainian «Японія» or «Сідней», because there browsers know only the place in the name of the zone's
 * time.
 */
function placeName(zone: string, { locale }: Format): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortGeneric" }).formatToParts();
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  const city = presentName(zone).split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  if (/\d/.test(name)) return name;
  return locale.startsWith("uk") ? (/^час: (.+)$/.exec(name)?.[1] ?? city) : city;
}
