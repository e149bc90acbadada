import type { I18n, MessageDescriptor } from "@lingui/core";
import type { LucideIcon } from "lucide-react";
import type { Findable } from "./match.ts";

/** One command of the palette. */
export interface Command extends Findable {
  /** A stable id: the recent commands are stored by it. */
  id: string;
  icon: LucideIcon;
  /** The hue of the command's habit. */
  hue?: number;
  /** Shown at the end of its line: today's value, or a key. */
  detail?: string | undefined;
  /**
   * True for a command that opens a dialog or another page, which takes the focus after the palette has returned it.
   */
  opensMore?: boolean;
  /** True for a command of a habit whose goal of today is still to reach. */
  isOpen?: boolean;
  /** True for a command shown before the user types. */
  isOffered?: boolean;
  run: () => unknown;
}

/** The page's translations, and those of the other language: users find a command in either language. */
export interface Words {
  i18n: I18n;
  other: I18n | null;
}

/** A label and further search words. */
export function named({ i18n, other }: Words, label: MessageDescriptor, further = ""): Findable {
  return { label: i18n._(label), also: [other?._(label), further].filter(Boolean).join(" ") };
}
