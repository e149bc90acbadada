import type { I18n, MessageDescriptor } from "@lingui/core";

/** The text of a descriptor in the language of `i18n`. */
export function sentence(i18n: I18n, { id, message }: MessageDescriptor, values?: Record<string, unknown>): string {
  return i18n._(id, values, { message });
}
