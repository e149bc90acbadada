import { Button } from "@daymark/ui/button";
import { Select } from "@daymark/ui/select";
import { Trans, useLingui } from "@lingui/react/macro";
import MapPin from "lucide-react/icons/map-pin";
import { useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { deviceTimezone, presentName, timezoneOption } from "../../tracking/clock/timezones.ts";
import { Refusal, useRefusals } from "./refusal.tsx";
import { SavedMark } from "./saved-mark.tsx";
import { SettingCard, SettingRow } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

// A lazy component: its list is long and its search is large, and most users set the zone only once.
const TimezonePicker = lazyComponent(
  () => import("./timezone-picker.tsx"),
  ({ isOpen }) => isOpen,
);

/** Settings of the user's day: time zone and start of the day. */
export function DayCard() {
  return (
    <SettingCard
      title={<Trans>Your day</Trans>}
      description={<Trans>Decides which day a late check mark belongs to.</Trans>}
    >
      <DayStart />
      <Timezone />
    </SettingCard>
  );
}

const hours = [0, 1, 2, 3, 4, 5, 6] as const;

function DayStart() {
  const { t } = useLingui();
  const format = useFormat();
  const utils = trpc.useUtils();
  const setting = useSetting("day_start_hour");
  const errors = useRefusals(setting.error);
  const clock = (hour: number) =>
    format.instant(`2001-01-01T0${hour}:00:00Z`, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  const chosen = setting.value ?? 0;
  return (
    <div className="flex flex-col gap-1.5 px-5 py-4.5 sm:px-6">
      <Select
        label={t`A new day starts at`}
        hint={
          chosen === 0
            ? t`At midnight, as on the calendar. Night owls choose a later hour.`
            : t`Anything before ${{ time: clock(chosen) }} still counts for the previous day.`
        }
        errors={errors}
        groups={[
          {
            options: hours.map((hour) => ({
              value: String(hour),
              label: hour === 0 ? t`Midnight` : clock(hour),
            })),
          },
        ]}
        value={String(chosen)}
        // The change may change which day is today.
        onValueChange={(next) => void setting.save(Number(next)).then(() => utils.habit.invalidate())}
        disabled={setting.value === undefined}
        className="md:max-w-80"
      />
      <SavedMark phase={setting.phase} />
    </div>
  );
}

function Timezone() {
  const { t } = useLingui();
  const { locale } = useFormat();
  const setting = useSetting("timezone");
  const [isChoosing, setChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // The offsets to UTC are those at the time the page was opened.
  const [now] = useState(() => Date.now());
  const device = deviceTimezone();
  const stored = setting.value ? presentName(setting.value) : null;
  const shown = stored === null ? null : timezoneOption(stored, locale, now);
  const place = timezoneOption(device, locale, now).label;
  return (
    <SettingRow
      title={<Trans>Time zone</Trans>}
      status={<SavedMark phase={setting.phase} />}
      text={
        <>
          <span className="block text-[0.9375rem] text-ink">
            {shown ? [shown.label, shown.detail].filter(Boolean).join(" · ") : t`Not set: UTC is used`}
          </span>
          <span className="mt-1 block">
            <Trans>
              Used for emails, reminders and scripts that send no time zone. In the browser your days follow your
              device; if the two differ, the dashboard asks.
            </Trans>
          </span>
        </>
      }
      control={
        <Button
          ref={opener}
          size="small"
          aria-haspopup="dialog"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          <Trans>Change time zone</Trans>
        </Button>
      }
    >
      <TimezonePicker
        isOpen={isChoosing}
        anchor={opener}
        value={shown}
        now={now}
        onClose={() => setChoosing(false)}
        onChoose={(zone) => void setting.save(zone)}
      />
      {setting.value !== undefined && stored !== device ? (
        <Button
          size="small"
          icon={<MapPin aria-hidden="true" />}
          onClick={() => void setting.save(device)}
          className="self-start"
        >
          <Trans>Use this device’s: {place}</Trans>
        </Button>
      ) : null}
      <Refusal error={setting.error} />
    </SettingRow>
  );
}
