import type { HabitType } from "@daymark/domain/tracking/habit";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CSSProperties } from "react";

/** The named hues of the free plan. A plan with more hues has a slider with these as its marks. */
export const hueNames: ReadonlyMap<number, MessageDescriptor> = new Map([
  [0, msg`Rose`],
  [45, msg`Orange`],
  [90, msg`Gold`],
  [135, msg`Green`],
  [180, msg`Teal`],
  [225, msg`Sky blue`],
  [270, msg`Indigo`],
  [315, msg`Purple`],
]);

/** The name of a hue; one between the named ones is shown in degrees. */
export function hueName(i18n: I18n, hue: number): string {
  const name = hueNames.get(hue);
  return i18n._(name ?? msg`Color ${hue}°`);
}

/** The hues offered to a new habit of a type, in order. Each list begins with the typical hue of its type. */
const newHues: Record<HabitType, readonly number[]> = {
  good: [225, 135, 270, 180, 90, 45, 315, 0],
  bad: [0, 45, 315, 90, 270, 180, 225, 135],
};

/** A hue that no habit uses yet, so that habits are easy to tell apart; the first one if all are used. */
export function newHue(type: HabitType, taken: readonly number[]): number {
  const offered = newHues[type];
  return offered.find((hue) => !taken.includes(hue)) ?? (offered[0] as number);
}

/** Sets the hue of an element and its children: see tokens.css. */
export function hueStyle(hue: number): CSSProperties {
  return { "--h": hue } as CSSProperties;
}
