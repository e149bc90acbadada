import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { readPush, turnPushOff, turnPushOn } from "./push-browser.ts";

export type PushAction = "on" | "off" | "test";

/** Notifications of this browser: their state and actions. */
export function usePush() {
  const { session } = useBrowser();
  const utils = trpc.useUtils();
  const listed = trpc.push.list.useQuery({});
  const own = listed.data?.results.find(({ is_current }) => is_current);
  const state = useQuery({
    queryKey: ["push-state", own !== undefined],
    queryFn: () => readPush(own !== undefined),
    enabled: listed.data !== undefined,
    // The user can also change the permission in the browser's settings.
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
    /** The error of a failed query or action. */
    error: error ?? listed.error,
    busy,
    isTestSent,
    /** All browsers that show notifications to this user; undefined until loaded. */
    browsers: listed.data?.results,
    turnOn: () => act("on", () => turnPushOn(utils.client, session.userId ?? "")),
    turnOff: () => act("off", () => turnPushOff(utils.client, own?.id)),
    sendTest: () => act("test", () => utils.client.push.sendTest.mutate({})),
  };
}

export type BrowserPush = ReturnType<typeof usePush>;
