import { createHash } from "node:crypto";
import type { CaptchaProvider } from "@daymark/domain/account/captcha";

const turnstileOrigin = "https://challenges.cloudflare.com";

interface PolicyParts {
  /** The sources of the inline scripts that the page may run. */
  scripts: readonly string[];
  captcha: CaptchaProvider;
  /** Whether the page shows pictures of other hosts (docs/decisions/0031). */
  areImagesForeign: boolean;
  /** Whether the page is read over https. Then browsers load pictures only over https. */
  isSecure: boolean;
}

/**
 * The Content-Security-Policy of one page. Our inline scripts are allowed by their hashes, and no other inline script
 * runs: a script injected through the page's content is in no list. Hashes and not nonces, because the page is cached
 * and sent many times. `style` attributes are allowed, because they carry a habit's hue.
 *
 * The one Trusted Types policy is for our workers: the captcha's and the service worker. Turnstile comes from its own
 * host, in a frame and with a script that does not use Trusted Types.
 */
export function contentSecurityPolicy({ scripts, captcha, areImagesForeign, isSecure }: PolicyParts): string {
  const foreign = captcha === "turnstile" ? [turnstileOrigin] : [];
  const images = areImagesForeign ? (isSecure ? " https:" : " http: https:") : "";
  const hashes = scripts.map((source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...foreign, ...new Set(hashes)].join(" "),
    ...foreign.map((origin) => `frame-src ${origin}`),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${images}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(captcha === "turnstile" ? [] : ["require-trusted-types-for 'script'", "trusted-types daymark"]),
  ].join("; ");
}
