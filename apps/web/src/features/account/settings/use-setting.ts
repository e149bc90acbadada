import type { Settings } from "@daymark/domain/account/settings";
import { useRef, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

export type SavePhase = "idle" | "saving" | "saved";

/**
 * One setting that is saved on change. It is an optimistic update: if the save fails, the old value returns with the
 * reason.
 */
export function useSetting<Key extends keyof Settings>(key: Key) {
  const utils = trpc.useUtils();
  const { data: settings } = trpc.auth.settings.get.useQuery({});
  // One call after another, so that the last choice is the last call.
  const update = trpc.auth.settings.update.useMutation({ scope: { id: "settings" } });
  const [phase, setPhase] = useState<SavePhase>("idle");
  const [error, setError] = useState<unknown>(null);
  const turns = useRef(0);
  const confirmed = useRef<Settings[Key] | undefined>(undefined);

  const show = (value: Settings[Key] | undefined) => {
    if (value === undefined) return;
    utils.auth.settings.get.setData({}, (known) => known && { ...known, [key]: value });
  };

  return {
    /** Undefined until loaded. */
    value: settings?.[key],
    phase,
    error,
    /** @param before runs first and has to succeed, such as showing the choice */
    async save(value: Settings[Key], before?: () => Promise<void>) {
      turns.current += 1;
      const turn = turns.current;
      const isLast = () => turn === turns.current;
      if (phase !== "saving") confirmed.current = settings?.[key];
      setPhase("saving");
      setError(null);
      show(value);
      try {
        await before?.();
        const saved = await update.mutateAsync({ [key]: value });
        confirmed.current = saved[key];
        if (!isLast()) return;
        show(saved[key]);
        setPhase("saved");
      } catch (refusal) {
        if (!isLast()) return;
        show(confirmed.current);
        setPhase("idle");
        setError(refusal);
      }
    },
  };
}
