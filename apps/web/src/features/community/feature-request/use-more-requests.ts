import type { FeatureRequest, RequestListInput } from "@daymark/domain/community/feature-request";
import { useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { useRestoredState } from "../../../lib/use-restored-state.ts";

export interface RequestPage {
  results: readonly FeatureRequest[];
  next: string | null;
}

/** The requests of a page of the list, and those fetched since, which are restored on back navigation. */
export function useMoreRequests(first: RequestPage, input: RequestListInput) {
  const app = useApp();
  const [more, setMore] = useRestoredState<RequestPage | null>("requests", () => null);
  const [phase, setPhase] = useState<"idle" | "loading" | "failed">("idle");
  const next = more ? more.next : first.next;
  const seen = new Set<number>();
  // Votes change the order of the list: a request that was fetched twice is shown at its first position.
  const requests = [...first.results, ...(more?.results ?? [])].filter(({ id }) => !seen.has(id) && seen.add(id));
  return {
    requests,
    next,
    phase,
    /** Fetches the next page; returns its first request, undefined if there is none or it failed. */
    async load(): Promise<FeatureRequest | undefined> {
      if (!next || phase === "loading") return;
      setPhase("loading");
      try {
        const page = await app.read.featureRequest.list({ ...input, cursor: next });
        setMore({ results: [...(more?.results ?? []), ...page.results], next: page.next });
        setPhase("idle");
        return page.results.find(({ id }) => !seen.has(id));
      } catch {
        setPhase("failed");
      }
    },
  };
}
