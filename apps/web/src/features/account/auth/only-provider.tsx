import { useEffect, useEffectEvent } from "react";
import { useSessionStatus } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useRefusal } from "./frame/use-refusal.ts";
import { leaveForProvider } from "./oauth-attempt.ts";

interface OnlyProviderProps {
  provider: string;
  next?: string | undefined;
}

/**
 * Sends a guest straight to the provider; the button of the page stays in case that fails. The user has not chosen
 * "remember me" on this device, so the log-in goes without it, as in the API without `remember_me`.
 */
export function OnlyProvider({ provider, next }: OnlyProviderProps) {
  const refusal = useRefusal();
  const start = trpc.oauth.start.useMutation({
    onSuccess: ({ url, state }) =>
      leaveForProvider(url, { provider, state, intent: "log_in", isRemembered: false, ...(next && { next }) }),
    onError: (error) => refusal.tell(error),
  });
  const isWanted = useSessionStatus() === "guest" && start.isIdle;
  const begin = useEffectEvent(() => start.mutate({ provider }));
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
  return null;
}
