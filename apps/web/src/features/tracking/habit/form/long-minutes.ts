import type { Unit } from "@daymark/domain/base/unit";
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

/** From here on, people read minutes as hours and minutes. */
const longMinutesMin = 120;

/** Whether an amount is shown in hours and minutes. */
export function isLongMinutes(unit: Unit, amount: number): boolean {
  return unit === "minutes" && amount >= longMinutesMin;
}

/** 125 as "2 h 5 min", rounded to whole minutes. A line does not break between a number and its unit. */
export function longMinutes(amount: number): MessageDescriptor {
  const { hours, minutes } = split(amount);
  const hoursPart = msg`${plural(hours, { one: "#\u00a0h", other: "#\u00a0h" })}`;
  if (minutes === 0) return hoursPart;
  return msg`${plural(hours, { one: "#\u00a0h", other: "#\u00a0h" })} ${plural(minutes, { one: "#\u00a0min", other: "#\u00a0min" })}`;
}

/** 125 as "2:05", rounded to whole minutes: for places with little room that have the full amount in their name. */
export function clockMinutes(amount: number): string {
  const { hours, minutes } = split(amount);
  return `${hours}:${String(minutes).padStart(2, "0")}`;
}

function split(amount: number) {
  const whole = Math.round(amount);
  return { hours: Math.floor(whole / 60), minutes: whole % 60 };
}
