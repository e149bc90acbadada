import type { Plan, PlanMode } from "@daymark/domain/account/plan";
import type { SignUpMode } from "@daymark/domain/account/sign-up";

/** What the operator has decided about accounts and what may use them. */
export interface Installation {
  /** PLANS. */
  plans: PlanMode;
  /** DEFAULT_PLAN: the plan of new accounts. */
  defaultPlan: Plan;
  /** SIGN_UP. */
  signUp: SignUpMode;
  /** AUTH_PROXY_LOGOUT_URL: where a log-out leads that ends the session at the proxy, too; null for nowhere. */
  proxyLogOutUrl: string | null;
  /** CLIENT_ID_DOCUMENTS: whether an application may be described by a document at the address that is its `client_id`. */
  clientDocuments: "on" | "off";
  /** False without PUBLIC_URL: then a user may be the operator, and messages name the variables to set. */
  hasPublicUrl: boolean;
}

/** An installation whose operator has configured nothing but its address. */
export const plainInstallation: Installation = {
  plans: "on",
  defaultPlan: "free",
  signUp: "open",
  proxyLogOutUrl: null,
  clientDocuments: "on",
  hasPublicUrl: true,
};
