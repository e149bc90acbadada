import type { Reaction, Reactions, ReactionType } from "@daymark/domain/community/thread";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useApp, useSessionStatus } from "../../../lib/app.ts";
import { leaveVote, takeLeftVote } from "../../../lib/drafts/left-vote.ts";
import { countedWith } from "./data/counted.ts";
import { keepForLater } from "./data/keep-vote.ts";
import { pathOf, type Thread } from "./data/thread.ts";
import { useThread } from "./data/use-thread.ts";

/** Not those of the schema, which would bring its library. */
const voteTypes: readonly ReactionType[] = ["like", "dislike"];

/**
 * Likes and dislikes of a thread with the user's own reaction. A click is an optimistic update. Calls are sent one
 * after another, so that the last one counts, and a refused one is rolled back to the server's state.
 */
export function useReaction(thread: Thread, given: Reactions) {
  const { calls, mayAct, tell, tellOnce } = useThread(thread);
  const app = useApp();
  const status = useSessionStatus();
  const path = pathOf(thread);
  const [saved, setSaved] = useState(given);
  const [known, setKnown] = useState(given);
  const [wanted, setWanted] = useState<ReactionType | null | undefined>();
  /** True after a change: the next data of the page may have been read before it. */
  const [mayBeOlder, setMayBeOlder] = useState(false);
  const [rereads, setRereads] = useState(0);
  const router = useRouter();
  const latest = useRef({ saved, wanted, isSending: false });
  if (known !== given) {
    setKnown(given);
    setMayBeOlder(false);
    if (mayBeOlder && given.mine?.type !== saved.mine?.type) setRereads(rereads + 1);
    else setSaved(given);
  }
  useEffect(() => {
    if (rereads > 0) void router.invalidate();
  }, [rereads, router]);
  useEffect(() => {
    latest.current.saved = saved;
  }, [saved]);

  const keep = (mine: Reaction | null) => {
    latest.current.saved = countedWith(latest.current.saved, mine);
    setSaved(latest.current.saved);
    setMayBeOlder(true);
  };
  const want = (type: ReactionType | null | undefined) => {
    latest.current.wanted = type;
    setWanted(type);
  };
  /**
   * @param left given for a vote of an earlier page: if it has waited as the user's own and has to wait again, the user
   *   is not told again
   */
  const send = async (left?: { hasWaited: boolean }) => {
    const state = latest.current;
    if (state.isSending) return;
    state.isSending = true;
    try {
      const { setReaction, deleteReaction } = await calls();
      while (state.wanted !== undefined && state.wanted !== (state.saved.mine?.type ?? null)) {
        const { wanted } = state;
        if (wanted) {
          const { id, type } = await setReaction(wanted);
          keep({ id, type });
          tellOnce(`${thread.kind}_reaction_created`);
        } else if (state.saved.mine) {
          await deleteReaction(state.saved.mine.id);
          keep(null);
          tellOnce(`${thread.kind}_reaction_deleted`);
        }
      }
    } catch (error) {
      const { wanted: type } = state;
      const waits = !!type && (await keepForLater(app, { path, type, error, isLeft: left !== undefined }));
      if (!waits || !left?.hasWaited) void tell(error);
    } finally {
      state.isSending = false;
      want(undefined);
    }
  };

  useEffect(() => {
    const personId = app.browser?.session.userId;
    const left = status === "user" && personId ? takeLeftVote(path, personId, voteTypes) : null;
    if (!left) return;
    want(left.type);
    void send(left);
  }, [status, path]);

  const own = wanted === undefined ? (saved.mine?.type ?? null) : wanted;
  return {
    shown: countedWith(saved, own && { id: saved.mine?.id ?? 0, type: own }),
    /** Sets a reaction, or removes it if the user already has it. */
    async toggle(type: ReactionType) {
      if (!(await mayAct("reactions", () => leaveVote(path, type, null)))) return;
      const { wanted, saved } = latest.current;
      const current = wanted === undefined ? (saved.mine?.type ?? null) : wanted;
      want(current === type ? null : type);
      await send();
    },
  };
}
