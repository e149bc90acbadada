import { useApp } from "../../../lib/app.ts";

/**
 * After something that ends every session of an account: whoever was logged in to it here is a guest now, without a
 * message about it; whoever is logged in to another account stays.
 */
export function useEndedSession() {
  const session = useApp().browser?.session;
  return async () => {
    if (session?.status !== "user") return;
    if ((await session.renew(session.access())) === "refused") session.end("elsewhere");
  };
}
