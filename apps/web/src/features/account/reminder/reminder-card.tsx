import type { PushSubscription } from "@daymark/domain/account/push";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { FieldErrors } from "@daymark/ui/field";
import { Switch } from "@daymark/ui/switch";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { DayOf } from "../security/time-ago.tsx";
import { useDeviceName } from "../security/use-device-name.ts";
import { Refusal } from "../settings/refusal.tsx";
import { SavedMark } from "../settings/saved-mark.tsx";
import { SettingCard, SettingRow } from "../settings/setting-card.tsx";
import { useSetting } from "../settings/use-setting.ts";
import { usePushErrors, usePushSentence } from "./push-words.tsx";
import { type BrowserPush, usePush } from "./use-push.ts";

/** The channels of reminders; the menu of each habit sets their times. */
export function ReminderCard() {
  const push = usePush();
  const others = push.browsers?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <SettingCard
      title={<Trans>Reminders</Trans>}
      description={<Trans>How reminders reach you. Their times are set in the menu of each habit.</Trans>}
    >
      <ThisBrowser push={push} />
      {others.length > 0 ? <OtherBrowsers browsers={others} /> : null}
      <DoneButton />
      <ReminderMails />
      <BoardMails />
    </SettingCard>
  );
}

function ThisBrowser({ push }: { push: BrowserPush }) {
  const { state, busy, isTestSent } = push;
  const sentence = usePushSentence(state);
  return (
    <SettingRow
      title={<Trans>Notifications in this browser</Trans>}
      status={
        state === "on" ? (
          <Badge tone="success">
            <Trans>On</Trans>
          </Badge>
        ) : null
      }
      text={
        <span role="status">{isTestSent ? <Trans>Sent. It should appear in a few seconds.</Trans> : sentence}</span>
      }
      control={
        state === "on" ? (
          <>
            <Button size="small" isBusy={busy === "test"} onClick={() => void push.sendTest()}>
              <Trans>Send a test notification</Trans>
            </Button>
            <Button size="small" isBusy={busy === "off"} onClick={() => void push.turnOff()}>
              <Trans>Turn off</Trans>
            </Button>
          </>
        ) : state === "off" ? (
          <Button size="small" isBusy={busy === "on"} onClick={() => void push.turnOn()}>
            <Trans>Turn on</Trans>
          </Button>
        ) : null
      }
    >
      {state === "off" ? <SwitchedOff name="push" className="text-sm" /> : null}
      <FieldErrors errors={usePushErrors(push.error)} />
    </SettingRow>
  );
}

function OtherBrowsers({ browsers }: { browsers: readonly PushSubscription[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="flex flex-col gap-3 px-5 py-4.5 sm:px-6">
      <h3
        ref={heading}
        tabIndex={-1}
        className="text-[0.9375rem] leading-snug font-[560] tracking-normal"
        id="push-browsers"
      >
        <Trans>Other browsers with notifications on</Trans>
      </h3>
      <ul aria-labelledby="push-browsers" className="flex flex-col gap-2">
        {browsers.map((browser) => (
          <OtherBrowser key={browser.id} browser={browser} onGone={() => heading.current?.focus()} />
        ))}
      </ul>
    </div>
  );
}

function OtherBrowser({ browser, onGone }: { browser: PushSubscription; onGone: () => void }) {
  const { t } = useLingui();
  const utils = trpc.useUtils();
  const { report } = useBrowser();
  const name = useDeviceName(browser);
  const [isGoing, setGoing] = useState(false);
  const remove = trpc.push.delete.useMutation({
    onSuccess: async ({ detail }) => {
      void report.success(detail);
      setGoing(true);
      onGone();
      await utils.push.list.invalidate();
    },
  });
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-sm leading-snug [overflow-wrap:anywhere]">
          {name}
          <span className="block text-ink-muted">
            <Trans>
              since <DayOf instant={browser.created_at} />
            </Trans>
          </span>
        </p>
        <Button
          size="small"
          isBusy={remove.isPending || isGoing}
          aria-label={t`Turn off: ${{ device: name }}`}
          onClick={() => remove.mutate({ id: browser.id })}
        >
          <Trans>Turn off</Trans>
        </Button>
      </div>
      <Refusal error={remove.error} />
    </li>
  );
}

function DoneButton() {
  const { t } = useLingui();
  return (
    <ReminderSwitch
      name="reminder_done"
      label={t`“Done” button in notifications`}
      hint={t`For a notification about one habit. It also works on a locked screen: anyone who has your phone can mark the habit as done for that day.`}
    />
  );
}

function ReminderMails() {
  const { t } = useLingui();
  return (
    <ReminderSwitch
      name="reminder_mails"
      label={t`Reminders by email`}
      hint={t`For habits with an email reminder. Every email has a link to turn them all off.`}
    />
  );
}

function BoardMails() {
  const { t } = useLingui();
  return (
    <ReminderSwitch
      name="board_mails"
      label={t`Feature requests by email`}
      hint={t`When the status of a request you follow changes or someone comments. Every email has a link to turn them all off.`}
    />
  );
}

interface ReminderSwitchProps {
  name: "reminder_done" | "reminder_mails" | "board_mails";
  label: string;
  hint: string;
}

function ReminderSwitch({ name, label, hint }: ReminderSwitchProps) {
  const setting = useSetting(name);
  return (
    <div className="flex flex-col gap-2 px-5 py-4.5 sm:px-6">
      <Switch
        label={label}
        hint={hint}
        checked={setting.value ?? false}
        disabled={setting.value === undefined}
        onCheckedChange={(next) => void setting.save(next)}
      />
      <SavedMark phase={setting.phase} />
      <Refusal error={setting.error} />
    </div>
  );
}
