import { randomUUID } from "node:crypto";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";

/** The number of characters made at once. 100,000 characters that are not Latin took 4 ms. */
const pieceLength = 100_000;

/**
 * Other work runs between two pieces.
 *
 * @param bytes of the finished piece, 0 before the first one
 * @returns resolves in the turn of the event loop in which the next piece is made
 */
export type EndPiece = (bytes: number) => Promise<void>;

/**
 * Turns a long answer into JSON in pieces: the items of a list, also of a list that is a member of the answer.
 *
 * @param answer an object or list whose members can be written as JSON
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
 * The long answers of one tRPC request. tRPC makes one text of all its answers at once. So each long answer is a
 * placeholder in that text, which is replaced in pieces afterwards.
 */
export interface LongAnswers {
  /** @returns the placeholder, which no client can guess */
  add(answer: object): string;
  /**
   * Releases the answers, because their text replaces them in memory.
   *
   * @param body tRPC's text, in UTF-8
   * @returns the text with the answers in it
   */
  writeInto(body: Buffer, endPiece: EndPiece): Promise<Buffer>;
}

/** @param watchClient watches the client that reads the answers; once it has left, the answers are released */
export function createLongAnswers(watchClient: WatchClient): LongAnswers {
  const answers = new Map<string, object>();
  let unwatch: (() => void) | undefined;
  const forget = () => {
    answers.clear();
    unwatch?.();
  };

  async function writeParts(text: string, endPiece: EndPiece): Promise<Buffer> {
    const pieces: Buffer[] = [];
    // Every second part is what the expression matched between quotes.
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
    async writeInto(body, endPiece) {
      if (answers.size === 0) return body;
      try {
        await endPiece(0);
        return await writeParts(body.toString(), endPiece);
      } finally {
        forget();
      }
    },
  };
}
