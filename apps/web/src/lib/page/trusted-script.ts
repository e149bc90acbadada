/** The part of Trusted Types that we use; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/** The only policy that the Content-Security-Policy allows: only our own files may become scripts. */
const policy = trustedTypes?.createPolicy("daymark", {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError("not a script of ours");
    return url;
  },
});

/** An address that the browser may run as a script. */
export function trustScript(url: string): string {
  return policy ? policy.createScriptURL(url) : url;
}
