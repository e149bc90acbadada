/** The headers of security.md, as constants. Helmet would compose them for each request: docs/decisions/0013. */

/** For everything that a browser displays. A page adds its own Content-Security-Policy. */
export const pageHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "x-frame-options": "DENY",
} as const;

/** For data: a browser may not load anything for it, frame it or cache it. */
export const dataHeaders = {
  ...pageHeaders,
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
} as const;

/** A year, as the preload lists of browsers require. Sent only if users reach the server over https. */
export const strictTransport = { "strict-transport-security": "max-age=31536000; includeSubDomains" } as const;
