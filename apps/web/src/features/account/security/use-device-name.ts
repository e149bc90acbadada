import type { Session } from "@daymark/domain/account/session";
import { useLingui } from "@lingui/react/macro";

/** "Firefox on Windows", from the data that the browser sent. */
export function useDeviceName({ browser, os }: Pick<Session, "browser" | "os">): string {
  const { t } = useLingui();
  if (browser && os) return t`${browser} on ${os}`;
  return browser || os || t`Unknown device`;
}
