import { isClientId, type LiveTopic, liveTopics } from "@daymark/domain/base/live";
import * as z from "zod/mini";

/**
 * PostgreSQL accepts less than 8,000 bytes with a NOTIFY. The messages are ASCII, so a length in characters is in
 * bytes.
 */
const messageBytesMax = 7_900;

/** The topics that one page of a user has changed; the origin is null if the page is unknown. */
export interface Change {
  userId: number;
  origin: string | null;
  topics: Set<LiveTopic>;
}

const messageSchema = z.object({
  node: z.string(),
  all: z.optional(z.boolean()),
  changes: z.array(z.tuple([z.int(), z.nullable(z.string()), z.array(z.string())])),
});

/** Packs changes of many users into as few messages as possible. */
export function packMessages(node: string, changes: readonly Change[], { isAll }: { isAll: boolean }): string[] {
  const head = `{"node":${JSON.stringify(node)}${isAll ? ',"all":true' : ""},"changes":[`;
  const messages: string[] = [];
  let body = "";
  for (const { userId, origin, topics } of changes) {
    const change = JSON.stringify([userId, origin, [...topics]]);
    if (body !== "" && head.length + body.length + change.length + 3 > messageBytesMax) {
      messages.push(`${head}${body}]}`);
      body = "";
    }
    body += body === "" ? change : `,${change}`;
  }
  if (body !== "" || isAll) messages.push(`${head}${body}]}`);
  return messages;
}

/** Null for an unknown message: a newer version's, or another program's on the same channel. */
export function unpackMessage(message: string): { node: string; isAll: boolean; changes: Change[] } | null {
  const read = messageSchema.safeParse(parseJson(message));
  if (!read.success) return null;
  const { node, all = false, changes } = read.data;
  return {
    node,
    isAll: all,
    changes: changes.map(([userId, origin, topics]) => ({
      userId,
      origin: isClientId(origin) ? origin : null,
      topics: new Set(topics.filter(isTopic)),
    })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTopic(text: string): text is LiveTopic {
  return (liveTopics as readonly string[]).includes(text);
}
