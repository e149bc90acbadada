import type { Plan, PlanMode } from "@daymark/domain/account/plan";

/** What the operator has decided about accounts. */
export interface Installation {
  /** PLANS. */
  plans: PlanMode;
  /** DEFAULT_PLAN: the plan of new accounts. */
  defaultPlan: Plan;
  /** False without PUBLIC_URL: then a user may be the operator, and messages name the variables to set. */
  hasPublicUrl: boolean;
}

/** An installation whose operator has configured nothing but its address. */
export const plainInstallation: Installation = { plans: "on", defaultPlan: "free", hasPublicUrl: true };
