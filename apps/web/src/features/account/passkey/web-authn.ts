import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "@daymark/domain/account/webauthn";

/** Whether this browser can keep or use passkeys at all. */
export function hasWebAuthn(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** Has the device make a passkey. Null where the person has rather not. */
export async function createCredential(options: PasskeyCreationOptions): Promise<PasskeyRegistration | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return unlessDismissed(() =>
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] }),
  );
}

/** Has the device prove that it holds a passkey. Null where the person has rather not. */
export async function askCredential(options: PasskeyRequestOptions): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return unlessDismissed(() =>
    startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]["optionsJSON"] }),
  );
}

/** A dialog of the browser that was closed, or that nobody answered, is no error. */
async function unlessDismissed<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

/** True where the device says that it has a passkey of this account already. */
export function isKnownDevice(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidStateError";
}
