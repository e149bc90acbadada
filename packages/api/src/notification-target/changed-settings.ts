import type { Database, Transaction } from "@daymark/db/connection/client";
import { notificationTargets } from "@daymark/db/schema/connection/notification-target";
import { type FieldErrors, fieldErrors } from "@daymark/domain/base/validation";
import {
  type NotificationTargetUpdateInput,
  notificationTargetSettings,
} from "@daymark/domain/connection/notification-input";
import {
  isRecipientSecret,
  type NotificationTarget,
  type TargetKind,
  type TargetSettings,
} from "@daymark/domain/notification/target";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";
import { ownTarget } from "./to-target.ts";

export type SettingChanges = Pick<NotificationTargetUpdateInput, keyof TargetSettings>;

const noSettings: TargetSettings = { url: null, recipient: null, secret: null };

/**
 * Whether a call repeats at most the settings that answers show. A given secret never counts as a repetition: otherwise
 * a stolen session could guess the stored one.
 */
export function repeatsShown(
  { kind, url, recipient }: Pick<NotificationTarget, "kind" | "url" | "recipient">,
  changes: SettingChanges,
): boolean {
  if (changes.secret !== undefined || (isRecipientSecret(kind) && changes.recipient !== undefined)) return false;
  return changed(url, changes.url) === url && changed(recipient, changes.recipient) === recipient;
}

/**
 * The settings of a target after a change. Members that are left out keep their values, with one exception: a secret
 * goes only to the address that the user entered it for. With another `url`, even of the same host, the stored secret
 * and the stored topic of ntfy have to be given again. Otherwise a stolen session could make the server send them to a
 * server of the thief.
 *
 * @returns with `isChanged`, whether they differ from the stored ones
 * @throws ApiError not_found; validation_failed
 */
export async function changedSettings(
  { user, services: { notifier } }: AccountContext,
  db: Database | Transaction,
  id: number,
  changes: SettingChanges,
): Promise<{ kind: TargetKind; settings: TargetSettings; isChanged: boolean }> {
  const [row] = await db
    .select({ kind: notificationTargets.kind, sealed: notificationTargets.sealed })
    .from(notificationTargets)
    .where(ownTarget(user.id, id));
  if (!row) throw new ApiError("not_found");
  // What was encrypted with another SECRET_KEY is lost, so all of it has to be given.
  const opened = notifier.openSettings(row.sealed);
  const stored = opened ?? noSettings;
  const settings = {
    url: changed(stored.url, changes.url),
    recipient: changed(stored.recipient, changes.recipient),
    secret: changed(stored.secret, changes.secret),
  };
  const errors = { ...faultsOf(row.kind, settings), ...missingSecrets(row.kind, stored, changes) };
  if (Object.keys(errors).length > 0) throw new ApiError("validation_failed", { fields: errors });
  return { kind: row.kind, settings, isChanged: opened === null || !areEqual(stored, settings) };
}

function changed(stored: string | null, given: string | undefined): string | null {
  return given === undefined ? stored : given || null;
}

function areEqual(a: TargetSettings, b: TargetSettings): boolean {
  return a.url === b.url && a.recipient === b.recipient && a.secret === b.secret;
}

function faultsOf(kind: TargetKind, { url, recipient, secret }: TargetSettings): FieldErrors {
  const members = { kind, url: url ?? "", recipient: recipient ?? "", secret: secret ?? "" };
  const { success, error } = notificationTargetSettings.safeParse(members);
  return success ? {} : fieldErrors(error.issues, members);
}

/** The stored secrets that another address needs again. */
function missingSecrets(kind: TargetKind, stored: TargetSettings, changes: SettingChanges): FieldErrors {
  if (changes.url === undefined || changes.url === stored.url) return {};
  const secrets = isRecipientSecret(kind) ? (["recipient", "secret"] as const) : (["secret"] as const);
  const missing = secrets.filter((member) => stored[member] !== null && changes[member] === undefined);
  return Object.fromEntries(missing.map((member) => [member, [{ code: "required_for_new_address" as const }]]));
}
