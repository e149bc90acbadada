import * as z from "zod/mini";
import { oneSecondFactor, stepUpMembers } from "../account/two-factor.ts";
import { idSchema } from "../base/id.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { type TargetKind, targetKinds, targetNeeds } from "../notification/target.ts";
import { typedLine } from "../text/text.ts";
import { urlLengthMax } from "../text/web-address.ts";
import { webhookUrlSchema } from "../webhook/webhook-url.ts";

const nameLengthMax = 60;
const recipientLengthMax = 255;
const secretLengthMax = 1_000;

/** RFC 9110 5.5: a header has only these characters. */
const tokenPattern = /^[\x21-\x7e]+$/;

/** The forms that the documentation of each service gives. An Apprise URL is one URL: Apprise would take a list as well. */
const forms: Readonly<Record<TargetKind, { recipient?: RegExp; secret: RegExp }>> = {
  ntfy: { recipient: /^[-_A-Za-z0-9]{1,64}$/, secret: tokenPattern },
  gotify: { secret: tokenPattern },
  telegram: { recipient: /^(?:-?\d{1,20}|@[A-Za-z]\w{3,63})$/, secret: /^\d{1,20}:[\w-]{20,100}$/ },
  matrix: { recipient: /^![\x21-\x39\x3b-\x7e]{1,200}(?::[\x21-\x7e]{1,230})?$/, secret: tokenPattern },
  apprise: { secret: /^[a-z][a-z0-9]{1,31}:\/\/(?:(?!:\/\/)[\x21-\x7e])+$/i },
};

export const notificationTargetListInput = z.strictObject({ ...wholeListMembers });
export const notificationTargetIdInput = z.strictObject({ id: idSchema });

const settingMembers = {
  url: z.optional(z.string().check(z.maxLength(urlLengthMax, { error: "too_long" }))),
  recipient: z.optional(z.string().check(z.maxLength(recipientLengthMax, { error: "too_long" }))),
  secret: z.optional(z.string().check(z.maxLength(secretLengthMax, { error: "too_long" }))),
};
const kind = z.enum(targetKinds);
const name = typedLine({ min: 1, max: nameLengthMax });

type Member = keyof typeof settingMembers;
type Fault = "required" | "unknown_field" | "invalid" | "url_invalid";
type Given = Partial<Record<Member, string | undefined>> & { kind: TargetKind };

/** Each member that is there is one of the kind, and in its form. */
const formsMet = refusing("unknown_field", "invalid", "url_invalid");
/** And each member that the kind needs is there. */
const needsMet = [...refusing("required"), ...formsMet];

/** The kind decides which of the other members there are. */
export const notificationTargetCreateInput = z
  .strictObject({ kind, name, ...settingMembers, ...stepUpMembers })
  .check(...needsMet, oneSecondFactor);
export type NotificationTargetCreateInput = z.infer<typeof notificationTargetCreateInput>;

/**
 * Absent members keep their values, and an empty `secret` removes the stored one, if the kind works without it. The kind of the stored
 * target decides which settings there are, so the server checks them by {@link notificationTargetSettings}.
 */
export const notificationTargetUpdateInput = z
  .strictObject({ id: idSchema, name: z.optional(name), ...settingMembers, ...stepUpMembers })
  .check(oneSecondFactor);
export type NotificationTargetUpdateInput = z.infer<typeof notificationTargetUpdateInput>;

/** All settings of a target. */
export const notificationTargetSettings = z.strictObject({ kind, ...settingMembers }).check(...needsMet);

/** The form that adds a target. The page asks for a second factor by itself. */
export const notificationTargetForm = z.strictObject({ kind, name, ...settingMembers }).check(...needsMet);
/** The form that changes a target. Empty secrets stay as they are stored. */
export const notificationTargetEditForm = z.strictObject({ kind, name, ...settingMembers }).check(...formsMet);

function refusing(...faults: readonly Fault[]) {
  return (["url", "recipient", "secret"] as const).flatMap((member) =>
    faults.map((error) => z.refine<Given>((given) => faultOf(given, member) !== error, { error, path: [member] })),
  );
}

function faultOf(given: Given, member: Member): Fault | null {
  const need = targetNeeds[given.kind][member];
  const text = given[member] ?? "";
  if (text === "") return need === "required" ? "required" : null;
  if (need === "none") return "unknown_field";
  // The server appends the path of its call.
  if (member === "url") return /[?#]/.test(text) || !webhookUrlSchema.safeParse(text).success ? "url_invalid" : null;
  return forms[given.kind][member]?.test(text) === false ? "invalid" : null;
}
