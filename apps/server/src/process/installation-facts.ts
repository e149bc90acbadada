import type { InstallationFacts } from "@daymark/api/installation/facts";
import { version } from "@daymark/domain/base/brand";
import type { Env } from "../environment/env.ts";
import { isThisMachine } from "../environment/env-kind.ts";
import { findInstallation } from "../environment/installation.ts";
import { isGuessable } from "../environment/secret-key.ts";

/** What the configuration and the release say about this installation. */
export function readFacts(env: Env): InstallationFacts {
  const { release } = findInstallation();
  const host = env.host.includes(":") ? `[${env.host}]` : env.host;
  return {
    isSecretGuessable: isGuessable(env.secretKey),
    publicUrl: env.publicUrl ?? null,
    isListeningHereOnly: isThisMachine(new URL(`http://${host}`)),
    hasMailServer: env.smtpUrl !== undefined,
    hasTrustedProxies: env.trustedProxies.length > 0,
    version,
    releasedAt: release?.released_at === undefined ? null : Date.parse(release.released_at),
  };
}
