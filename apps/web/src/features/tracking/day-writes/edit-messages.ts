import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { App } from "../../../lib/app.ts";
import { closeFlash, flash } from "../../../lib/messages/flash.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import { pageClock } from "../clock/today.ts";
import type { Edit } from "../progress/history.ts";
import { batchDaysMax } from "../progress/queue/progress-transport.ts";
import { dayName } from "../progress/recorded-words.ts";

/** How long a message offers to undo; Ctrl+Z works until the page is closed. */
const undoTimeoutMs = 6_000;
const recordedFlash = "progress-recorded";
const failedFlash = "progress-failed";

export type Direction = "undo" | "redo";

interface Failed {
  habitId: number;
  day: string;
  /** Empty if the habit is not known. */
  title: string;
  /** The edit of several days that failed as a whole; undefined if this day alone failed. */
  edit: Edit | undefined;
  error: unknown;
  /** What the page has brought back, in sentences. */
  recovered: readonly string[];
  /** Undefined if the edit cannot be repeated. */
  onRetry: (() => void) | undefined;
}

/** Tells the user what was recorded, undone, or not saved. */
export class EditMessages {
  readonly #languages: App["languages"];
  readonly #i18n: I18n;
  /** The edit of the last message. */
  #said: Edit | undefined;

  constructor({ languages }: App) {
    this.#languages = languages;
    this.#i18n = languages.i18n;
  }

  recorded(edit: Edit, text: string, onUndo: () => void): void {
    this.#said = edit;
    flash({
      id: recordedFlash,
      isPersonal: true,
      kind: "success",
      text,
      timeoutMs: undoTimeoutMs,
      action: { label: this.#i18n._(msg`Undo`), onAction: onUndo },
    });
  }

  nothingToRecord(): void {
    flash({ id: recordedFlash, text: this.#i18n._(msg`Nothing to change.`) });
  }

  tooManyDays(): void {
    const text = this.#i18n._(msg`Choose at most ${{ days: batchDaysMax }} days.`);
    flash({ id: recordedFlash, kind: "warning", text });
  }

  /** @param what the change of the undo step, as text */
  stepped(direction: Direction, what: string): void {
    this.#said = undefined;
    const text = direction === "undo" ? this.#i18n._(msg`Undone. ${what}`) : this.#i18n._(msg`Redone. ${what}`);
    flash({ id: recordedFlash, isPersonal: true, text });
  }

  noStep(direction: Direction): void {
    const text = direction === "undo" ? msg`Nothing to undo.` : msg`Nothing to redo.`;
    flash({ id: recordedFlash, text: this.#i18n._(text) });
  }

  async failed({ habitId, day, title, edit, error, recovered, onRetry }: Failed): Promise<void> {
    const i18n = this.#i18n;
    const reason = await this.#reasonOf(error);
    // The earlier message said that this day was recorded, so it is closed: only one message about a day is shown.
    const isSaid = this.#said?.changes.some((change) => change.habitId === habitId && change.day === day);
    if (isSaid) closeFlash(recordedFlash);
    const date = dayName(i18n, day, pageClock().read());
    const what = edit?.words();
    const failure = what
      ? i18n._(msg`${what}: not saved. ${reason}`)
      : i18n._(msg`${title}, ${date}: not saved. ${reason}`);
    flash({
      id: failedFlash,
      isPersonal: true,
      kind: "danger",
      text: [failure, ...recovered].join(" "),
      timeoutMs: 10_000,
      ...(onRetry && { action: { label: i18n._(msg`Try again`), onAction: onRetry } }),
    });
  }

  /** The reason as text. Its catalog may not be loaded before the first failure. */
  async #reasonOf(error: unknown): Promise<string> {
    try {
      await this.#languages.need("messages");
      return sentence(this.#i18n, error);
    } catch {
      return this.#i18n._(msg`Check your connection and try again.`);
    }
  }
}
