import { useApp } from "../../../lib/app.ts";

/**
 * Called after an action that ends every session of an account. A user who is logged in to it here becomes a guest,
 * without a message; a session of another account stays.
 */
export function useEndedSession() {
  const session = useApp().browser?.session;
  return async () => {
    if (session?.status !== "user") return;
    if ((await session.renew(session.access())) === "refused") session.end("elsewhere");
  };
}
