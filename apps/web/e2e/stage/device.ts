import type { CDPSession, Page } from "playwright-core";

export interface Device {
  cdp: CDPSession;
  authenticatorId: string;
  /** Sets whether the fingerprint matches the owner from now on. */
  recognise(isUserVerified: boolean): Promise<unknown>;
}

/** Adds a virtual authenticator to the page's browser. It stores passkeys and verifies its owner by fingerprint. */
export async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    cdp,
    authenticatorId,
    recognise: (isUserVerified) => cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}
