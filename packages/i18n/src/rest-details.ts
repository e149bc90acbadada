import type { ErrorKey } from "@daymark/domain/base/errors";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { errorMessage } from "./messages.ts";
import { sentence } from "./sentence.ts";

/**
 * The message of an error in an answer of REST. It may say more than the message on pages, which have texts of their
 * own beside a form or a limit and must not load these.
 */
export function restDetail(i18n: I18n, key: ErrorKey, values?: Record<string, string | number>): string {
  if (values?.sign_up !== undefined) return sentence(i18n, signUpRefused, values);
  if (values?.invitation !== undefined) return sentence(i18n, invitationRefused, values);
  if (key === "unsupported_media_type" && values?.reason === "missing") return sentence(i18n, typeMissing);
  if (key === "habit_not_found" && values?.short_name !== undefined) return sentence(i18n, shortNameUnknown, values);
  if (key === "habit_not_found" && values?.tap !== undefined) return sentence(i18n, tapRefused, values);
  if (key === "payload_too_large" && values?.reason === "answer") return sentence(i18n, answerTooLarge);
  if (key === "conflict" && values?.reason === "nothing_to_undo") return sentence(i18n, nothingToUndo);
  const message = errorMessage(i18n, key, values);
  return values?.operator === "here" ? `${message} ${sentence(i18n, plansHint)}` : message;
}

/** With the mode `sign_up`. */
const signUpRefused: MessageDescriptor = /*i18n*/ {
  id: "rest.sign_up_refused",
  message:
    "{sign_up, select, invite {You need an invitation to sign up here.} other {Nobody can sign up here: the operator creates the accounts.}}",
};

/** After a limit of a plan, for a reader who may be the operator. */
const plansHint: MessageDescriptor = /*i18n*/ {
  id: "rest.plans_hint",
  message: "Do you run this server? PLANS=off in its configuration lifts the limits of plans.",
};

/** With the reason `invitation`. */
const invitationRefused: MessageDescriptor = /*i18n*/ {
  id: "rest.invitation_refused",
  message:
    "{invitation, select, expired {This invitation has expired.} used_up {This invitation was already used.} revoked {This invitation was withdrawn.} address {This invitation is for another email address.} other {This invitation does not exist.}}",
};

/** A page always sends a content type. */
const typeMissing: MessageDescriptor = /*i18n*/ {
  id: "rest.content_type_missing",
  message: "The request has no Content-Type. Send application/json.",
};

/** With the short name as the request gives it. */
const shortNameUnknown: MessageDescriptor = /*i18n*/ {
  id: "rest.short_name_unknown",
  message: "You have no habit with the short name “{short_name}”.",
};

/** Of a list that spans too many days. */
const answerTooLarge: MessageDescriptor = /*i18n*/ {
  id: "rest.answer_too_large",
  message: "The answer would be too long. Ask for fewer days or rows.",
};

/** A tap on a link, which is too old or was undone before. */
const nothingToUndo: MessageDescriptor = /*i18n*/ {
  id: "rest.nothing_to_undo",
  message: "It is too late to undo this here.",
};

/** Why a link records nothing: `archived`, or else the habit was deleted. */
const tapRefused: MessageDescriptor = /*i18n*/ {
  id: "rest.tap_refused",
  message: "{tap, select, archived {This habit is archived, so nothing was recorded.} other {This habit was deleted.}}",
};
