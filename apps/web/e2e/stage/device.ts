import type { CDPSession, Page } from "playwright-core";

export interface Device {
  cdp: CDPSession;
  authenticatorId: string;
  /** Whether it finds the finger to be its owner's. */
  recognise(isUserVerified: boolean): Promise<unknown>;
}

/** Gives a page's browser a device that keeps passkeys and knows its owner by the finger. */
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
