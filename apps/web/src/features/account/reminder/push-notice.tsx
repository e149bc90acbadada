import { Button } from "@daymark/ui/button";
import { FieldErrors } from "@daymark/ui/field";
import { Trans } from "@lingui/react/macro";
import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import { SwitchedOff } from "../../public/feature-switch/switched-off.tsx";
import { Notice } from "../settings/setting-card.tsx";
import { usePushErrors, usePushSentence } from "./push-words.tsx";
import type { BrowserPush } from "./use-push.ts";

/** Shown for reminders by notification: whether this browser will show them, and how to enable them. */
export function PushNotice({ push }: { push: BrowserPush }) {
  const { state, busy, isTestSent } = push;
  const sentence = usePushSentence(state);
  const errors = usePushErrors(push.error);
  if (state === undefined) return <FieldErrors errors={errors} />;
  const Icon = state === "on" ? BellRing : state === "off" ? Bell : BellOff;
  return (
    <div className="flex flex-col gap-2">
      <Notice
        tone={state === "on" ? "success" : state === "off" ? "neutral" : "warning"}
        icon={<Icon aria-hidden="true" />}
        action={
          state === "on" ? (
            <Button size="small" isBusy={busy === "test"} onClick={() => void push.sendTest()}>
              <Trans>Send a test notification</Trans>
            </Button>
          ) : state === "off" ? (
            <Button size="small" kind="primary" isBusy={busy === "on"} onClick={() => void push.turnOn()}>
              <Trans>Turn on notifications</Trans>
            </Button>
          ) : null
        }
      >
        <span role="status">{isTestSent ? <Trans>Sent. It should appear in a few seconds.</Trans> : sentence}</span>
      </Notice>
      {state === "off" ? <SwitchedOff name="push" className="text-sm" /> : null}
      <FieldErrors errors={errors} />
    </div>
  );
}
