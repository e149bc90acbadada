import type { Reaction, Reactions, ReactionType } from "@daymark/domain/community/thread";

/** The counts after the user's own reaction changes. */
export function countedWith(reactions: Reactions, mine: Reaction | null): Reactions {
  const share = (type: ReactionType) => Number(mine?.type === type) - Number(reactions.mine?.type === type);
  return { likes: reactions.likes + share("like"), dislikes: reactions.dislikes + share("dislike"), mine };
}
