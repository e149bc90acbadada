import type { MessageDescriptor } from "@lingui/core";
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

/** Gives an element and all within it the hue of a habit: see tokens.css. */
export function hueStyle(hue: number): CSSProperties {
  return { "--h": hue } as CSSProperties;
}
