import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { useLingui } from "@lingui/react/macro";
import { useProviderLabel } from "../../../../lib/provider-label.ts";

/** The sign-in methods of an account: "password, Google"; empty if there is none. */
export function useSignInWays({ password, providers, passkeys }: AdminUser["sign_in"]): string {
  const { t } = useLingui();
  const labelOf = useProviderLabel();
  return [...(password ? [t`password`] : []), ...providers.map(labelOf), ...(passkeys > 0 ? [t`passkey`] : [])].join(
    ", ",
  );
}
