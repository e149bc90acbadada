import type { Reaction, Reactions, ReactionType } from "@daymark/domain/community/thread";

/** What the counts come to with another reaction of one's own. */
export function countedWith(reactions: Reactions, mine: Reaction | null): Reactions {
  const share = (type: ReactionType) => Number(mine?.type === type) - Number(reactions.mine?.type === type);
  return { likes: reactions.likes + share("like"), dislikes: reactions.dislikes + share("dislike"), mine };
}
