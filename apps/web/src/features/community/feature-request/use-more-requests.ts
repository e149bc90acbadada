import type { FeatureRequest, RequestListInput } from "@daymark/domain/community/feature-request";
import { useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { useRestoredState } from "../../../lib/use-restored-state.ts";

export interface RequestPage {
  results: readonly FeatureRequest[];
  next: string | null;
}

/** The requests of a page of the list, and those that were fetched onto it since: whoever comes back finds them there. */
export function useMoreRequests(first: RequestPage, input: RequestListInput) {
  const app = useApp();
  const [more, setMore] = useRestoredState<RequestPage | null>("requests", () => null);
  const [phase, setPhase] = useState<"idle" | "loading" | "failed">("idle");
  const next = more ? more.next : first.next;
  const seen = new Set<number>();
  // Votes move what is sorted by them: what has come twice is shown where it was first.
  const requests = [...first.results, ...(more?.results ?? [])].filter(({ id }) => !seen.has(id) && seen.add(id));
  return {
    requests,
    next,
    phase,
    /** Fetches what follows; answers with the first new one, undefined where there is none or it failed. */
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
