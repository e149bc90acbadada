import type { NotificationTarget, TargetKind } from "@daymark/domain/notification/target";
import type { useSchemaForm } from "../../../lib/form/form.ts";
import { kindNames } from "./target-words.ts";

export interface TargetValues {
  kind: TargetKind;
  name: string;
  url?: string | undefined;
  recipient?: string | undefined;
  secret?: string | undefined;
}

export type TargetSchemaForm = ReturnType<typeof useSchemaForm<TargetValues, TargetValues>>;

/** What the form shows first; `target` is null to add one. */
export function valuesOf(kind: TargetKind, target: NotificationTarget | null): TargetValues {
  if (!target) return { kind, name: kindNames[kind], ...(kind === "ntfy" && { url: "https://ntfy.sh" }) };
  const { name, url, recipient } = target;
  return { kind, name, url: url ?? "", recipient: recipient ?? "", secret: "" };
}

/** What differs from what the form showed: a new name alone needs no proof that the caller is the user. */
export function changesOf(target: NotificationTarget, { name, url = "", recipient = "", secret = "" }: TargetValues) {
  return {
    ...(name !== target.name && { name }),
    ...(url !== (target.url ?? "") && { url }),
    ...(recipient !== (target.recipient ?? "") && { recipient }),
    ...(secret !== "" && { secret }),
  };
}
