/** The part of Trusted Types that we need; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/** The one policy that the Content-Security-Policy allows: our own files, and nothing else, may become scripts. */
const policy = trustedTypes?.createPolicy("daymark", {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError("not a script of ours");
    return url;
  },
});

/** An address that may be run as a script. */
export function trustScript(url: string): string {
  return policy ? policy.createScriptURL(url) : url;
}
