import { useLingui } from "@lingui/react/macro";
import { sentence } from "../../../lib/messages/sentence.ts";
import { type PushState, PushUnavailable } from "./push-browser.ts";

/** The state of notifications in this browser, and what the user can do about it. */
export function usePushSentence(state: PushState | undefined): string {
  const { t } = useLingui();
  switch (state) {
    case "on":
      return t`This browser shows your reminders, even while Daymark is closed.`;
    case "off":
      return t`This browser does not show your reminders yet.`;
    case "denied":
      return t`Notifications from Daymark are blocked in this browser. Allow them in its settings for this site, then come back.`;
    case "install":
      return t`To get notifications on this device, install Daymark: choose “Add to Home Screen” in the share menu and open it from there.`;
    case "unsupported":
      return t`This browser cannot show notifications. Reminders can come by email.`;
    default:
      return "";
  }
}

/** Why notifications could not be turned on or tested; empty if nothing failed. */
export function usePushErrors(error: unknown): string[] {
  const { t, i18n } = useLingui();
  if (!error) return [];
  if (!(error instanceof PushUnavailable)) return [sentence(i18n, error)];
  return [
    t`This browser could not reach its notification service. Check your connection, or whether it allows push messages.`,
  ];
}
