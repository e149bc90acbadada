import { Button } from "@daymark/ui/button";
import { Combobox } from "@daymark/ui/combobox";
import { Select } from "@daymark/ui/select";
import { Trans, useLingui } from "@lingui/react/macro";
import { MapPin } from "lucide-react";
import { useMemo, useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { useRefusals } from "./refusal.tsx";
import { SavedMark } from "./saved-mark.tsx";
import { SettingCard } from "./setting-card.tsx";
import { deviceTimezone, presentName, timezoneOption, timezoneOptions } from "./timezones.ts";
import { useSetting } from "./use-setting.ts";

/** When a day is a day. */
export function DayCard() {
  return (
    <SettingCard
      title={<Trans>Your day</Trans>}
      description={<Trans>When one day ends and the next begins decides where a late check mark lands.</Trans>}
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
            : t`What you do before ${{ time: clock(chosen) }} still counts for the day before.`
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
        // What counts as today has changed with it.
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
  const errors = useRefusals(setting.error);
  // The clocks' difference is that of the moment the page was opened.
  const [now] = useState(() => Date.now());
  const options = useMemo(() => timezoneOptions(locale, now), [locale, now]);
  const device = deviceTimezone();
  const stored = setting.value ? presentName(setting.value) : null;
  const place = timezoneOption(device, locale, now).label;
  const isElsewhere = setting.value !== undefined && stored !== device;
  return (
    <div className="flex flex-col gap-1.5 px-5 py-4.5 sm:px-6">
      <Combobox
        label={t`Time zone`}
        hint={t`Mails tell the time in it, and scripts that name no zone count their days by it. In the browser your days follow the device you hold.`}
        errors={errors}
        options={options}
        value={stored === null ? null : timezoneOption(stored, locale, now)}
        onValueChange={({ value }) => void setting.save(value)}
        placeholder={setting.value === undefined ? "" : t`Not set: UTC is used`}
        emptyText={t`No time zone is called that. Try the nearest big city.`}
        openLabel={t`Show time zones`}
        className="md:max-w-96"
      />
      <SavedMark phase={setting.phase} />
      {isElsewhere ? (
        <Button
          size="small"
          icon={<MapPin aria-hidden="true" />}
          onClick={() => void setting.save(device)}
          className="mt-1 self-start"
        >
          <Trans>Use this device’s: {place}</Trans>
        </Button>
      ) : null}
    </div>
  );
}
