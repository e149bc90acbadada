/** Headers of security.md, spelled out rather than composed by helmet for each request: docs/decisions/0013. */

/** For whatever is shown in a browser; a page adds its own Content-Security-Policy. */
export const pageHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "x-frame-options": "DENY",
} as const;

/** For data: nothing may be loaded, shown inside a page or kept. */
export const dataHeaders = {
  ...pageHeaders,
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
} as const;

/** A year, as browsers' preload lists ask; only where people come over https. */
export const strictTransport = { "strict-transport-security": "max-age=31536000; includeSubDomains" } as const;
