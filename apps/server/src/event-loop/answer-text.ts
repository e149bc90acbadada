import { randomUUID } from "node:crypto";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";

/** Characters that are made at once. 100,000 that are not Latin took 4 ms. */
const pieceLength = 100_000;

/**
 * Between two pieces other work runs.
 *
 * @param bytes of the piece that has been made, 0 before the first one
 * @returns resolves in the turn of the event loop in which the next piece is made
 */
export type EndPiece = (bytes: number) => Promise<void>;

/**
 * Turns a long answer into JSON in pieces: the items of a list, also of a list that is a member of the answer.
 *
 * @param answer an object or list whose members have a JSON form
 */
export async function writeInPieces(answer: object, endPiece: EndPiece): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = "";
  if (Array.isArray(answer)) await writeItems(answer);
  else await writeMembers(answer);
  await endText();
  return Buffer.concat(pieces);

  async function endText(): Promise<void> {
    const piece = Buffer.from(text);
    pieces.push(piece);
    text = "";
    await endPiece(piece.length);
  }

  async function writeMembers(members: object): Promise<void> {
    text += "{";
    let separator = "";
    for (const [name, value] of Object.entries(members)) {
      if (value === undefined) continue;
      text += `${separator}${JSON.stringify(name)}:`;
      if (Array.isArray(value)) await writeItems(value);
      else text += JSON.stringify(value);
      separator = ",";
    }
    text += "}";
  }

  async function writeItems(items: readonly unknown[]): Promise<void> {
    text += "[";
    for (const [index, item] of items.entries()) {
      text += (index > 0 ? "," : "") + (JSON.stringify(item) ?? "null");
      if (text.length >= pieceLength) await endText();
    }
    text += "]";
  }
}

/**
 * The long answers of one request to tRPC. tRPC makes one text of all its answers at once, so each of these has a name in
 * that text, and is written in its place afterwards, in pieces.
 */
export interface LongAnswers {
  /** @returns the name, which no client can guess */
  add(answer: object): string;
  /**
   * Forgets the answers: their text takes their place in memory.
   *
   * @param text tRPC's text
   * @returns the text with the answers in it
   */
  writeInto(text: string, endPiece: EndPiece): Promise<string | Buffer>;
}

/** @param watchClient of the client that reads the answers; once it has left, they take no memory any more */
export function createLongAnswers(watchClient: WatchClient): LongAnswers {
  const answers = new Map<string, object>();
  let unwatch: (() => void) | undefined;
  const forget = () => {
    answers.clear();
    unwatch?.();
  };

  async function writeParts(text: string, endPiece: EndPiece): Promise<Buffer> {
    const pieces: Buffer[] = [];
    // Every second part is what the expression has found between quotes.
    for (const [index, part] of text.split(/"([\da-f-]{36})"/).entries()) {
      const answer = index % 2 === 1 ? answers.get(part) : undefined;
      answers.delete(part);
      if (answer) pieces.push(await writeInPieces(answer, endPiece));
      else pieces.push(Buffer.from(index % 2 === 1 ? `"${part}"` : part));
    }
    return Buffer.concat(pieces);
  }

  return {
    add(answer) {
      const name = randomUUID();
      answers.set(name, answer);
      unwatch ??= watchClient(forget);
      return name;
    },
    async writeInto(text, endPiece) {
      if (answers.size === 0) return text;
      try {
        await endPiece(0);
        return await writeParts(text, endPiece);
      } finally {
        forget();
      }
    },
  };
}
