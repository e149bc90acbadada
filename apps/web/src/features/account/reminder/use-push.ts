import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { readPush, turnPushOff, turnPushOn } from "./push-browser.ts";

export type PushAction = "on" | "off" | "test";

/** Notifications of this browser: how they stand, and what can be done about it. */
export function usePush() {
  const { session } = useBrowser();
  const utils = trpc.useUtils();
  const listed = trpc.push.list.useQuery({});
  const own = listed.data?.results.find(({ is_current }) => is_current);
  const state = useQuery({
    queryKey: ["push-state", own !== undefined],
    queryFn: () => readPush(own !== undefined),
    enabled: listed.data !== undefined,
    // A permission is also given and taken in the browser's own settings.
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });
  const [busy, setBusy] = useState<PushAction | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isTestSent, setTestSent] = useState(false);

  const act = async (action: PushAction, work: () => Promise<unknown>) => {
    setBusy(action);
    setError(null);
    setTestSent(false);
    try {
      await work();
      setTestSent(action === "test");
    } catch (problem) {
      setError(problem);
    } finally {
      await utils.push.list.invalidate();
      await state.refetch();
      setBusy(null);
    }
  };

  return {
    /** Undefined until it is known. */
    state: state.data,
    /** What could not be asked for, or done. */
    error: error ?? listed.error,
    busy,
    isTestSent,
    /** All browsers that show notices to this person; undefined until they are known. */
    browsers: listed.data?.results,
    turnOn: () => act("on", () => turnPushOn(utils.client, session.userId ?? "")),
    turnOff: () => act("off", () => turnPushOff(utils.client, own?.id)),
    sendTest: () => act("test", () => utils.client.push.sendTest.mutate({})),
  };
}

export type BrowserPush = ReturnType<typeof usePush>;
