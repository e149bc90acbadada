/** What the server knows of its own configuration, for the page that says what is not well. */
export interface InstallationFacts {
  /** SECRET_KEY is an example, or has too few different characters. */
  isSecretGuessable: boolean;
  /** PUBLIC_URL; null if it is not set. */
  publicUrl: string | null;
  /** Whether only programs of this machine can connect. */
  isListeningHereOnly: boolean;
  hasMailServer: boolean;
  /** TRUSTED_PROXIES. */
  hasTrustedProxies: boolean;
  version: string;
  /** When the release was made, in milliseconds since the epoch; null in a clone. */
  releasedAt: number | null;
}

/** An installation with nothing to object to. */
export const soundFacts: InstallationFacts = {
  ...{ isSecretGuessable: false, publicUrl: null, isListeningHereOnly: true, hasMailServer: true },
  ...{ hasTrustedProxies: false, version: "0.0.0", releasedAt: null },
};
