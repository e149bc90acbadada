import type { HabitType } from "@daymark/domain/tracking/habit";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CSSProperties } from "react";

/** The hues of the free plan by name; a plan with more of them gets a slider, and these stay as its marks. */
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

/** What a hue is called; one between those with names by its degrees. */
export function hueName(i18n: I18n, hue: number): string {
  const name = hueNames.get(hue);
  return i18n._(name ?? msg`Color ${hue}°`);
}

/** What a new habit of a type is offered first. Both begin with the hue that says most of their type. */
const newHues: Record<HabitType, readonly number[]> = {
  good: [225, 135, 270, 180, 90, 45, 315, 0],
  bad: [0, 45, 315, 90, 270, 180, 225, 135],
};

/** A hue that no habit has yet, so that habits are told apart; the first one where all are taken. */
export function newHue(type: HabitType, taken: readonly number[]): number {
  const offered = newHues[type];
  return offered.find((hue) => !taken.includes(hue)) ?? (offered[0] as number);
}

/** Gives an element and all within it the hue of a habit: see tokens.css. */
export function hueStyle(hue: number): CSSProperties {
  return { "--h": hue } as CSSProperties;
}
