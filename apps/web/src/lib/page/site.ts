import type { CaptchaProvider } from "@daymark/domain/account/captcha";

/** What an installation says of itself; the server knows it from its configuration and hands it to the page. */
export interface Site {
  /** Base of canonical addresses, without a trailing slash. */
  publicUrl: string;
  contactEmail: string;
  socialLinks: readonly NamedLink[];
  /** Ways to give money; none where it is not asked for. */
  donations: readonly NamedLink[];
  /** Third parties one can log in with, as configured. */
  providers: readonly ("google" | "facebook")[];
  /** Whether passkeys can work: at an address that is a bare IP they cannot. */
  passkeys: boolean;
  /** What a sign-up has to solve; with a key of the site only where it is Turnstile. */
  captcha: { provider: CaptchaProvider; siteKey?: string };
}

export interface NamedLink {
  name: string;
  url: string;
}

/** A site that its operator has configured nothing of. */
export function bareSite(publicUrl: string): Site {
  return {
    publicUrl,
    contactEmail: "",
    socialLinks: [],
    donations: [],
    providers: [],
    passkeys: false,
    captcha: { provider: "off" },
  };
}
