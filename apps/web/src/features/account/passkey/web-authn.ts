import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "@daymark/domain/account/webauthn";

/** Whether this browser supports passkeys. */
export function hasWebAuthn(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** Creates a passkey on the device. Null if the user cancels. */
export async function createCredential(options: PasskeyCreationOptions): Promise<PasskeyRegistration | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return unlessDismissed(() =>
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] }),
  );
}

/** Proves that the device has a passkey. Null if the user cancels. */
export async function askCredential(options: PasskeyRequestOptions): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return unlessDismissed(() =>
    startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]["optionsJSON"] }),
  );
}

/** If the user closes the browser's dialog, or it times out, that is no error. */
async function unlessDismissed<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

/** True if the device already has a passkey of this account. */
export function isKnownDevice(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidStateError";
}
