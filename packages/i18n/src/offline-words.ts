import { brand } from "@daymark/domain/base/brand";
import type { I18n, MessageDescriptor } from "@lingui/core";

const words = {
  title: /*i18n*/ { id: "offline.title", message: "No connection" },
  body: /*i18n*/ {
    id: "offline.body",
    message: "This page is not stored on your device. {brand} will show it once you are back online.",
  },
  again: /*i18n*/ { id: "offline.again", message: "Try again" },
  dashboard: /*i18n*/ { id: "offline.dashboard", message: "Open the dashboard offline" },
} satisfies Record<string, MessageDescriptor>;

export type OfflineWord = keyof typeof words;

/** A text of the page that the browser shows in place of a page that it cannot fetch. */
export function wordOffline(i18n: I18n, word: OfflineWord): string {
  const { id, message } = words[word];
  return i18n._(id, { brand }, { message });
}
