import type { themes } from "@daymark/domain/account/auth";
import type { CaptchaProvider } from "@daymark/domain/account/captcha";
import type { PlanMode } from "@daymark/domain/account/plan";
import type { SignUpMode } from "@daymark/domain/account/sign-up";

/** Facts about an installation. The server reads them from its configuration and sends them with the page. */
export interface Site {
  /** Base of canonical addresses, without a trailing slash. */
  publicUrl: string;
  contactEmail: string;
  socialLinks: readonly NamedLink[];
  /** Links for donations; empty if the operator asks for none. */
  donations: readonly NamedLink[];
  /** OAuth providers that a user can log in with, as configured. */
  providers: readonly { name: string; label: string }[];
  /** Whether users log in with passwords (PASSWORD_LOGIN). */
  passwords: boolean;
  /** Whether a proxy may log users in (AUTH_PROXY_HEADER). */
  proxyLogIn: boolean;
  /** Whether passkeys can work: they cannot if the address is a bare IP. */
  passkeys: boolean;
  /** The captcha of the sign-up. It has a site key only for Turnstile. */
  captcha: { provider: CaptchaProvider; siteKey?: string };
  /** The theme for those who have chosen none (DEFAULT_THEME). */
  defaultTheme: (typeof themes)[number];
  /** Without plans, no page speaks of them (PLANS). */
  plans: PlanMode;
  /** Who may sign up (SIGN_UP). Links to the sign-up are there only if everyone may. */
  signUp: SignUpMode;
  /** The reader may be the operator, so messages about limits name the variable that lifts them. */
  tellsOperator: boolean;
}

export interface NamedLink {
  name: string;
  url: string;
}

/** A site for which the operator has configured nothing. */
export function bareSite(publicUrl: string): Site {
  return {
    publicUrl,
    contactEmail: "",
    socialLinks: [],
    donations: [],
    providers: [],
    passwords: true,
    proxyLogIn: false,
    passkeys: false,
    captcha: { provider: "off" },
    defaultTheme: "dark",
    plans: "on",
    signUp: "open",
    tellsOperator: false,
  };
}
