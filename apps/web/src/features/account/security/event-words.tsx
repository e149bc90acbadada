import type { SecurityEventKind } from "@daymark/domain/account/security-event";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LucideIcon } from "lucide-react";
import AtSign from "lucide-react/icons/at-sign";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleX from "lucide-react/icons/circle-x";
import FingerprintPattern from "lucide-react/icons/fingerprint-pattern";
import Flag from "lucide-react/icons/flag";
import KeyRound from "lucide-react/icons/key-round";
import Link2 from "lucide-react/icons/link-2";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import MailCheck from "lucide-react/icons/mail-check";
import Plug from "lucide-react/icons/plug";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import Terminal from "lucide-react/icons/terminal";
import UserRound from "lucide-react/icons/user-round";

interface EventLook {
  message: MessageDescriptor;
  icon: LucideIcon;
  tone: "neutral" | "danger" | "success";
}

/** The text and the look of each kind of event in a timeline. */
export const eventLooks: Record<SecurityEventKind, EventLook> = {
  logged_in: { message: msg`Logged in`, icon: LogIn, tone: "success" },
  log_in_failed: { message: msg`Failed to log in`, icon: CircleX, tone: "danger" },
  code_failed: { message: msg`Wrong code`, icon: CircleX, tone: "danger" },
  logged_out: { message: msg`Logged out`, icon: LogOut, tone: "neutral" },
  session_ended: { message: msg`Ended a session`, icon: LogOut, tone: "neutral" },
  sessions_ended: { message: msg`Ended several sessions`, icon: LogOut, tone: "neutral" },
  stepped_up: { message: msg`Confirmed identity`, icon: ShieldCheck, tone: "neutral" },
  step_up_failed: { message: msg`Failed to confirm identity`, icon: CircleX, tone: "danger" },
  username_changed: { message: msg`Changed the username`, icon: UserRound, tone: "neutral" },
  email_change_asked: { message: msg`Asked to change the email`, icon: AtSign, tone: "neutral" },
  email_changed: { message: msg`Changed the email`, icon: AtSign, tone: "neutral" },
  email_verified: { message: msg`Verified the email`, icon: MailCheck, tone: "success" },
  password_changed: { message: msg`Changed the password`, icon: KeyRound, tone: "neutral" },
  password_added: { message: msg`Added a password`, icon: KeyRound, tone: "neutral" },
  password_reset_asked: { message: msg`Asked to reset the password`, icon: KeyRound, tone: "neutral" },
  password_reset: {
    message: msg({ message: "Reset the password", context: "what was done" }),
    icon: KeyRound,
    tone: "neutral",
  },
  two_factor_enabled: { message: msg`Turned on two-factor authentication`, icon: ShieldCheck, tone: "success" },
  two_factor_disabled: { message: msg`Turned off two-factor authentication`, icon: ShieldOff, tone: "danger" },
  backup_code_used: { message: msg`Used a backup code`, icon: KeyRound, tone: "neutral" },
  backup_codes_generated: { message: msg`Created new backup codes`, icon: KeyRound, tone: "neutral" },
  provider_linked: { message: msg`Linked an account`, icon: Link2, tone: "neutral" },
  provider_unlinked: { message: msg`Unlinked an account`, icon: Link2, tone: "neutral" },
  passkey_created: { message: msg`Added a passkey`, icon: FingerprintPattern, tone: "neutral" },
  passkey_deleted: { message: msg`Removed a passkey`, icon: FingerprintPattern, tone: "neutral" },
  api_key_created: { message: msg`Created an API key`, icon: Terminal, tone: "neutral" },
  api_key_deleted: { message: msg`Revoked an API key`, icon: Terminal, tone: "neutral" },
  app_connected: { message: msg`Connected an application`, icon: Plug, tone: "neutral" },
  app_disconnected: { message: msg`Disconnected an application`, icon: Plug, tone: "neutral" },
  calendar_link_created: { message: msg`Created a calendar address`, icon: CalendarClock, tone: "neutral" },
  calendar_link_deleted: { message: msg`Revoked a calendar address`, icon: CalendarClock, tone: "neutral" },
  habit_link_created: { message: msg`Created a habit link`, icon: Link2, tone: "neutral" },
  habit_link_deleted: { message: msg`Revoked a habit link`, icon: Link2, tone: "neutral" },
  webhook_created: { message: msg`Added a webhook`, icon: Link2, tone: "neutral" },
  webhook_updated: { message: msg`Changed a webhook`, icon: Link2, tone: "neutral" },
  notification_target_created: { message: msg`Added a notification target`, icon: Link2, tone: "neutral" },
  notification_target_updated: { message: msg`Changed a notification target`, icon: Link2, tone: "neutral" },
  notification_target_deleted: { message: msg`Deleted a notification target`, icon: Link2, tone: "neutral" },
  webhook_deleted: { message: msg`Deleted a webhook`, icon: Link2, tone: "neutral" },
  reported_as_not_me: { message: msg`Reported “this was not me”`, icon: Flag, tone: "danger" },
};
