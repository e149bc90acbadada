import type { Comment } from "./comment.ts";

/** The text of a comment without the characters that format it, for mails and search engines. */
export function commentWords({ text, blocks }: Pick<Comment, "text" | "blocks">): string {
  if (!blocks) return text;
  return blocks.flatMap((block) => (block.kind === "list" ? block.items : [block]).map((part) => part.text)).join("\n");
}
