import type { SecurityEventKind } from "@daymark/domain/account/security-event";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  AtSign,
  CalendarClock,
  CircleX,
  Fingerprint,
  Flag,
  KeyRound,
  Link2,
  LogIn,
  LogOut,
  type LucideIcon,
  MailCheck,
  Plug,
  ShieldCheck,
  ShieldOff,
  Terminal,
  UserRound,
} from "lucide-react";

interface EventWords {
  words: MessageDescriptor;
  icon: LucideIcon;
  tone: "neutral" | "danger" | "success";
}

/** The text and the look of each kind of event in a timeline. */
export const eventWords: Record<SecurityEventKind, EventWords> = {
  logged_in: { words: msg`Logged in`, icon: LogIn, tone: "success" },
  log_in_failed: { words: msg`Failed to log in`, icon: CircleX, tone: "danger" },
  code_failed: { words: msg`Wrong code`, icon: CircleX, tone: "danger" },
  logged_out: { words: msg`Logged out`, icon: LogOut, tone: "neutral" },
  session_ended: { words: msg`Ended a session`, icon: LogOut, tone: "neutral" },
  sessions_ended: { words: msg`Ended several sessions`, icon: LogOut, tone: "neutral" },
  stepped_up: { words: msg`Confirmed identity`, icon: ShieldCheck, tone: "neutral" },
  step_up_failed: { words: msg`Failed to confirm identity`, icon: CircleX, tone: "danger" },
  username_changed: { words: msg`Changed the username`, icon: UserRound, tone: "neutral" },
  email_change_asked: { words: msg`Asked to change the email`, icon: AtSign, tone: "neutral" },
  email_changed: { words: msg`Changed the email`, icon: AtSign, tone: "neutral" },
  email_verified: { words: msg`Verified the email`, icon: MailCheck, tone: "success" },
  password_changed: { words: msg`Changed the password`, icon: KeyRound, tone: "neutral" },
  password_added: { words: msg`Added a password`, icon: KeyRound, tone: "neutral" },
  password_reset_asked: { words: msg`Asked to reset the password`, icon: KeyRound, tone: "neutral" },
  password_reset: {
    words: msg({ message: "Reset the password", context: "what was done" }),
    icon: KeyRound,
    tone: "neutral",
  },
  two_factor_enabled: { words: msg`Turned on two-factor authentication`, icon: ShieldCheck, tone: "success" },
  two_factor_disabled: { words: msg`Turned off two-factor authentication`, icon: ShieldOff, tone: "danger" },
  backup_code_used: { words: msg`Used a backup code`, icon: KeyRound, tone: "neutral" },
  backup_codes_generated: { words: msg`Created new backup codes`, icon: KeyRound, tone: "neutral" },
  provider_linked: { words: msg`Linked an account`, icon: Link2, tone: "neutral" },
  provider_unlinked: { words: msg`Unlinked an account`, icon: Link2, tone: "neutral" },
  passkey_created: { words: msg`Added a passkey`, icon: Fingerprint, tone: "neutral" },
  passkey_deleted: { words: msg`Removed a passkey`, icon: Fingerprint, tone: "neutral" },
  api_key_created: { words: msg`Created an API key`, icon: Terminal, tone: "neutral" },
  api_key_deleted: { words: msg`Revoked an API key`, icon: Terminal, tone: "neutral" },
  app_connected: { words: msg`Connected an application`, icon: Plug, tone: "neutral" },
  app_disconnected: { words: msg`Disconnected an application`, icon: Plug, tone: "neutral" },
  calendar_link_created: { words: msg`Created a calendar address`, icon: CalendarClock, tone: "neutral" },
  calendar_link_deleted: { words: msg`Revoked a calendar address`, icon: CalendarClock, tone: "neutral" },
  habit_link_created: { words: msg`Created a habit link`, icon: Link2, tone: "neutral" },
  habit_link_deleted: { words: msg`Revoked a habit link`, icon: Link2, tone: "neutral" },
  webhook_created: { words: msg`Added a webhook`, icon: Link2, tone: "neutral" },
  webhook_updated: { words: msg`Changed a webhook`, icon: Link2, tone: "neutral" },
  notification_target_created: { words: msg`Added a notification target`, icon: Link2, tone: "neutral" },
  notification_target_updated: { words: msg`Changed a notification target`, icon: Link2, tone: "neutral" },
  notification_target_deleted: { words: msg`Deleted a notification target`, icon: Link2, tone: "neutral" },
  webhook_deleted: { words: msg`Deleted a webhook`, icon: Link2, tone: "neutral" },
  reported_as_not_me: { words: msg`Reported “this was not me”`, icon: Flag, tone: "danger" },
};
