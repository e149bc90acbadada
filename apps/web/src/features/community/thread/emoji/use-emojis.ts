import type { Comment } from "@daymark/domain/community/comment";
import { type CommentEmoji, commentEmojis } from "@daymark/domain/community/comment-emoji";
import { useEffect, useRef, useState } from "react";
import { useApp, useSessionStatus } from "../../../../lib/app.ts";
import { leaveVote, takeLeftVote } from "../../../../lib/drafts/left-vote.ts";
import { keepForLater } from "../data/keep-vote.ts";
import { pathOf, type Thread } from "../data/thread.ts";
import { useThread } from "../data/use-thread.ts";
import { countedWithOwn } from "./emoji-counts.ts";

const noEmojis: ReadonlyMap<CommentEmoji, boolean> = new Map();

/**
 * The reactions to a comment with the user's own. A click is an optimistic update. The calls for one emoji are sent one
 * after another, so that the last click counts, and a refused one is rolled back.
 *
 * @param onSaved called with the comment after each change
 */
export function useEmojis(thread: Thread, comment: Comment, onSaved: (comment: Comment) => void) {
  const { calls, mayAct, tell, tellOnce } = useThread(thread);
  const app = useApp();
  const isUser = useSessionStatus() === "user";
  const readerId = isUser ? (app.browser?.session.userId ?? undefined) : undefined;
  const place = `comment-${comment.id}`;
  const path = `${pathOf(thread)}#${place}`;
  /** What the user has chosen here. It stays when the page is loaded again, as that data may be older. */
  const [own, setOwn] = useState(noEmojis);
  const reader = useRef<string>(undefined);
  const latest = useRef({ comment, own, saved: noEmojis, sending: new Set<CommentEmoji>() });
  useEffect(() => {
    latest.current.comment = comment;
  });

  const choose = (emoji: CommentEmoji, isOn: boolean | undefined) => {
    const next = new Map(latest.current.own);
    if (isOn === undefined) next.delete(emoji);
    else next.set(emoji, isOn);
    latest.current.own = next;
    setOwn(next);
  };
  const shownNow = () => countedWithOwn(latest.current.comment.reactions ?? [], latest.current.own);

  const send = async (emoji: CommentEmoji, left?: { hasWaited: boolean }) => {
    const state = latest.current;
    if (state.sending.has(emoji)) return;
    state.sending.add(emoji);
    try {
      const { setEmoji, deleteEmoji } = await calls();
      let sent: boolean | undefined;
      for (let wanted = state.own.get(emoji); wanted !== undefined && wanted !== sent; wanted = state.own.get(emoji)) {
        await (wanted ? setEmoji : deleteEmoji)(comment.id, emoji);
        sent = wanted;
        state.saved = new Map(state.saved).set(emoji, wanted);
        tellOnce(`${thread.kind}_reaction_${wanted ? "created" : "deleted"}`);
      }
      onSaved({ ...state.comment, reactions: [...shownNow()] });
    } catch (error) {
      const isOn = state.own.get(emoji) === true;
      choose(emoji, state.saved.get(emoji));
      const waits = isOn && (await keepForLater(app, { path, type: emoji, error, isLeft: left !== undefined }));
      if (!waits || !left?.hasWaited) void tell(error);
    } finally {
      state.sending.delete(emoji);
    }
  };

  useEffect(() => {
    // Another user's choices are not this user's. A guest has none, so those made during the log-in stay.
    if (reader.current !== undefined && reader.current !== readerId) {
      Object.assign(latest.current, { own: noEmojis, saved: noEmojis });
      setOwn(noEmojis);
    }
    reader.current = readerId;
    const left = readerId ? takeLeftVote(path, readerId, commentEmojis) : null;
    if (!left) return;
    choose(left.type, true);
    void send(left.type, left);
  }, [readerId, path]);

  return {
    shown: countedWithOwn(comment.reactions ?? [], own),
    /** Adds the user's reaction, or takes it back. A guest is led to the log-in, which adds it. */
    async toggle(emoji: CommentEmoji) {
      if (!(await mayAct(place, () => leaveVote(path, emoji, null)))) return;
      choose(emoji, !shownNow().some((each) => each.emoji === emoji && each.mine));
      await send(emoji);
    },
  };
}
