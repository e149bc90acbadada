import { nameOf } from "@daymark/domain/text/word-forms";
import type { Tap, TapTarget } from "@daymark/domain/tracking/habit-link";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { unitWord } from "./import-words.ts";

/* Texts of the page that a link of a habit opens, and of the answers to its taps. Only the server uses them. */

const words = {
  add: /*i18n*/ { id: "tap.add", message: "Add 1" },
  done: /*i18n*/ { id: "tap.done", message: "Mark as done" },
  confirm: /*i18n*/ { id: "tap.confirm", message: "Confirm a day without it" },
  remember: /*i18n*/ { id: "tap.remember", message: "From now on, record at once on this device" },
  remembered: /*i18n*/ { id: "tap.remembered", message: "This device records at once." },
  forget: /*i18n*/ { id: "tap.forget", message: "Ask me first" },
  undo: /*i18n*/ { id: "tap.undo", message: "Undo" },
  again: /*i18n*/ { id: "tap.again", message: "Try again" },
  recording: /*i18n*/ { id: "tap.recording", message: "Recording…" },
  offline: /*i18n*/ { id: "tap.offline", message: "No connection, so nothing was recorded." },
  unclear: /*i18n*/ { id: "tap.unclear", message: "The server could not record this. Try again in a moment." },
  dashboard: /*i18n*/ { id: "tap.dashboard", message: "Open {brand}" },
  missing_title: /*i18n*/ { id: "tap.missing_title", message: "This link does not work" },
  missing: /*i18n*/ {
    id: "tap.missing",
    message: "It was revoked, or its address is not complete. Create a new one in the settings of {brand}.",
  },
  archived: /*i18n*/ { id: "tap.archived", message: "This habit is archived, so this link records nothing." },
  deleted: /*i18n*/ { id: "tap.deleted", message: "The habit of this link was deleted." },
  no_script: /*i18n*/ { id: "tap.no_script", message: "This page needs JavaScript to record a tap." },
} satisfies Record<string, MessageDescriptor>;

export type TapWord = keyof typeof words;

/** A text of the page. */
export function wordTapPage(i18n: I18n, word: TapWord, values?: Record<string, string>): string {
  const { id, message } = words[word];
  return i18n._(id, values, { message });
}

/** What the button of a link says. */
export function tapButton({ action, type }: Pick<TapTarget, "action" | "type">): TapWord {
  if (action === "add") return "add";
  return type === "bad" ? "confirm" : "done";
}

const recorded: MessageDescriptor = /*i18n*/ {
  id: "tap.recorded",
  message: "{outcome, select, changed {Recorded} undone {Undone} other {Already recorded}}",
};
const amount: MessageDescriptor = /*i18n*/ {
  id: "tap.amount",
  message: "Today: {value, number} of {target, number} ({unit})",
};
const limit: MessageDescriptor = /*i18n*/ {
  id: "tap.limit",
  message: "Today: {value, number}, limit {target, number} ({unit})",
};
const nothing: MessageDescriptor = /*i18n*/ { id: "tap.nothing", message: "Today: nothing" };

/** What a tap has done, and what the day has now, as two sentences. */
export function wordTap(
  i18n: I18n,
  { value, target, unit, unit_label, type, changed }: Tap,
  isUndo: boolean,
): { detail: string; today: string } {
  const say = ({ id, message }: MessageDescriptor, values?: Record<string, unknown>) => i18n._(id, values, { message });
  const values = { value, target, unit: unit_label === null ? unitWord(i18n, unit) : nameOf(unit_label) };
  return {
    detail: say(recorded, { outcome: isUndo ? "undone" : changed ? "changed" : "same" }),
    today: value === null ? say(nothing) : say(type === "good" ? amount : limit, values),
  };
}
