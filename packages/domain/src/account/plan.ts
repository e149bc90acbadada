import type { HabitType } from "../tracking/habit.ts";

export const plans = ["free", "paid"] as const;
export type Plan = (typeof plans)[number];

interface PlanLimits {
  /** Habits that a user may have of each type; archived ones count. */
  good_habits: number;
  bad_habits: number;
  /** Number of color hues. */
  hues: number;
  /** Number of calendar layouts. */
  layouts: number;
}

const limits: Record<Plan, PlanLimits> = {
  free: { good_habits: 3, bad_habits: 3, hues: 8, layouts: 2 },
  paid: { good_habits: 25, bad_habits: 25, hues: 360, layouts: 3 },
};

/** The limits of a plan, as the profile shows them. */
export function planLimits(plan: Plan): PlanLimits {
  return limits[plan];
}

/** How many habits of a type the plan allows. */
export function habitLimit(plan: Plan, type: HabitType): number {
  return type === "good" ? limits[plan].good_habits : limits[plan].bad_habits;
}

/** The hues (degrees 0..359) that a plan may use: evenly spaced, so the free plan has 0, 45, 90, … 315. */
export function allowedHues(plan: Plan): number[] {
  const { hues } = limits[plan];
  return Array.from({ length: hues }, (_, index) => (index * 360) / hues);
}

export function isHueAllowed(plan: Plan, hue: number): boolean {
  return Number.isInteger(hue) && hue >= 0 && hue < 360 && hue % (360 / limits[plan].hues) === 0;
}

/** True if the plan has graph analytics: comparison, trend and correlation. */
export function hasAnalytics(plan: Plan): boolean {
  return plan === "paid";
}
