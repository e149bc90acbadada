import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { useLingui } from "@lingui/react/macro";

const providerNames = { google: "Google", facebook: "Facebook" } as const;

/** The sign-in methods of an account: "password, Google"; empty if there is none. */
export function useSignInWays({ password, providers, passkeys }: AdminUser["sign_in"]): string {
  const { t } = useLingui();
  return [
    ...(password ? [t`password`] : []),
    ...providers.map((provider) => providerNames[provider]),
    ...(passkeys > 0 ? [t`passkey`] : []),
  ].join(", ");
}
