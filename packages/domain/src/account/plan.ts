import { habitsOfTypeMax } from "../base/bounds.ts";
import type { HabitType } from "../tracking/habit.ts";

export const plans = ["free", "paid"] as const;
export type Plan = (typeof plans)[number];

/** Whether an installation has plans (PLANS). Without them every account has every feature. */
export const planModes = ["on", "off"] as const;
export type PlanMode = (typeof planModes)[number];

/** What an account may use: its plan, or everything if the installation has no plans. */
export type GrantedPlan = Plan | "unlimited";

interface PlanLimits {
  /** Habits that a user may have of each type; archived ones count. */
  good_habits: number;
  bad_habits: number;
  /** Number of color hues. */
  hues: number;
  /** Number of calendar layouts. */
  layouts: number;
}

const limits: Record<GrantedPlan, PlanLimits> = {
  free: { good_habits: 3, bad_habits: 3, hues: 8, layouts: 2 },
  paid: { good_habits: 25, bad_habits: 25, hues: 360, layouts: 3 },
  // A technical cap: the dashboard and the statistics read all habits of a user at once.
  unlimited: { good_habits: habitsOfTypeMax, bad_habits: habitsOfTypeMax, hues: 360, layouts: 3 },
};

/** What an account with a plan may use on an installation with or without plans. */
export function grantPlan(plan: Plan, mode: PlanMode): GrantedPlan {
  return mode === "off" ? "unlimited" : plan;
}

/** The plan as the profile names it: one of both, because API clients know no third one. */
export function profilePlan(plan: GrantedPlan): Plan {
  return plan === "unlimited" ? "paid" : plan;
}

/** The limits of a plan, as the profile shows them. */
export function planLimits(plan: GrantedPlan): PlanLimits {
  return limits[plan];
}

/** How many habits of a type the plan allows. */
export function habitLimit(plan: GrantedPlan, type: HabitType): number {
  return type === "good" ? limits[plan].good_habits : limits[plan].bad_habits;
}

/** The hues (degrees 0..359) that a plan may use: evenly spaced, so the free plan has 0, 45, 90, … 315. */
export function allowedHues(plan: GrantedPlan): number[] {
  const { hues } = limits[plan];
  return Array.from({ length: hues }, (_, index) => (index * 360) / hues);
}

export function isHueAllowed(plan: GrantedPlan, hue: number): boolean {
  return Number.isInteger(hue) && hue >= 0 && hue < 360 && hue % (360 / limits[plan].hues) === 0;
}

/** True if the plan has graph analytics: comparison, trend and correlation. */
export function hasAnalytics(plan: GrantedPlan): boolean {
  return plan !== "free";
}
