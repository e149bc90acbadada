import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApp } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { ProgressCache } from "../progress/progress-cache.ts";
import { Recorder } from "./recorder.ts";

/** Outlives the screen: unsent changes and undo steps survive while the user leaves the dashboard. */
const recorders = new WeakMap<object, Recorder>();

/** The recorder of this page. */
export function useSetProgress(): Recorder {
  const app = useApp();
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const known = recorders.get(queryClient) ?? new Recorder(app, utils, new ProgressCache(queryClient));
    recorders.set(queryClient, known);
    return known;
  }, [app, utils, queryClient]);
}
