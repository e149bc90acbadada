import type { I18n, MessageDescriptor } from "@lingui/core";
import type { LucideIcon } from "lucide-react";
import type { Findable } from "./match.ts";

/** One thing the palette can do. */
export interface Command extends Findable {
  /** Tells it from all others, also tomorrow: the recent ones are kept by it. */
  id: string;
  icon: LucideIcon;
  /** Of a habit: its colour. */
  hue?: number;
  /** What it is about stands at the end of its line: today's value, a key. */
  detail?: string | undefined;
  /** True for what opens a dialog or another page, which takes the focus after the palette has given it back. */
  opensMore?: boolean;
  /** True for what is offered before anything was typed. */
  isOffered?: boolean;
  run: () => unknown;
}

/** The page's words, and those of the other language: whoever thinks in it finds the same. */
export interface Words {
  i18n: I18n;
  other: I18n | null;
}

/** A label and what else it is found by. */
export function named({ i18n, other }: Words, label: MessageDescriptor, further = ""): Findable {
  return { label: i18n._(label), also: [other?._(label), further].filter(Boolean).join(" ") };
}
