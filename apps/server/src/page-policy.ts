import { createHash } from "node:crypto";
import type { CaptchaProvider } from "@daymark/domain/captcha";

const turnstileOrigin = "https://challenges.cloudflare.com";

/**
 * The policy of one document: its own inline scripts by their hashes, nothing else inline. A hash rather than a nonce,
 * because the page is kept and sent again. `style` attributes are allowed, as they carry a habit's hue.
 * The one policy of Trusted Types is for our workers: the captcha's and the service worker. Turnstile comes from its own host, in a
 * frame and a script that knows nothing of Trusted Types.
 *
 * @param options.areImagesForeign whether it shows pictures of other hosts (docs/decisions/0031)
 * @param options.isSecure whether it is read over https, where browsers ask for pictures over nothing else
 */
export function contentSecurityPolicy(
  html: string,
  { captcha, areImagesForeign, isSecure }: { captcha: CaptchaProvider; areImagesForeign: boolean; isSecure: boolean },
): string {
  const foreign = captcha === "turnstile" ? [turnstileOrigin] : [];
  const images = areImagesForeign ? (isSecure ? " https:" : " http: https:") : "";
  const hashes = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
  );
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
