import { createRecordPerKey } from "@daymark/auth/concurrency/record-per-key";
import { LinkedList } from "./linked-list.ts";

/** Bounds the memory that clients can make the process hold by reading or sending slowly. */
export interface MemoryBudget {
  /**
   * Counts memory that the process holds for a client. Above the budget, the client that holds the most loses its
   * oldest piece if it holds more than its share, so that a greedy client harms only itself. If no client does, many
   * clients have used up the budget together. Then the oldest piece of all is lost, because it has been slow for the
   * longest. If the newest piece were refused instead, clients that stall would shut out all others.
   *
   * @param piece.client the network of the client
   * @param piece.giveUp is called when the piece is lost, and must free the memory
   */
  hold(piece: Piece): HeldPiece;
  /** Bytes that are held now. */
  heldBytes(): number;
}

/** Once a piece is released or lost, its methods do nothing. */
export interface HeldPiece {
  release(): void;
  /** Counts this many bytes from now on. The piece keeps its age. */
  resize(bytes: number): void;
}

interface Piece {
  client: string;
  bytes: number;
  giveUp: () => void;
}

/** The part of a budget that is one client's share: 4 MiB of 64, which is dozens of bodies or answers. */
const shareOfBudget = 1 / 16;

/** @param bytesMax of all clients together */
export function createMemoryBudget(bytesMax: number): MemoryBudget {
  const pieces = new LinkedList<CountedPiece>();
  const clients = createRecordPerKey<string, { bytes: number }>(
    () => ({ bytes: 0 }),
    ({ bytes }) => bytes === 0,
  );
  let heldBytes = 0;

  // A class, not an object literal: once many objects of one literal have survived a young-generation collection, as
  // those of slow requests do, V8 allocates the next ones in the old generation. There they keep the whole request
  // alive until V8 collects the whole heap.
  class CountedPiece implements HeldPiece {
    readonly client: string;
    readonly giveUp: () => void;
    #bytes = 0;
    readonly #item = pieces.add(this);

    constructor({ client, bytes, giveUp }: Piece) {
      this.client = client;
      this.giveUp = giveUp;
      this.#count(bytes);
    }

    release(): void {
      if (pieces.remove(this.#item)) this.#count(0);
    }

    resize(bytes: number): void {
      if (!pieces.has(this.#item)) return;
      this.#count(bytes);
      while (heldBytes > bytesMax) giveUpOne();
    }

    #count(bytes: number): void {
      heldBytes += bytes - this.#bytes;
      clients.of(this.client).bytes += bytes - this.#bytes;
      this.#bytes = bytes;
    }
  }

  /** The client that holds the most, if it holds more than its share. */
  function findGreedyClient(): string | undefined {
    let most = bytesMax * shareOfBudget;
    let greedy: string | undefined;
    for (const [client, { bytes }] of clients) {
      if (bytes <= most) continue;
      most = bytes;
      greedy = client;
    }
    return greedy;
  }

  function giveUpOne(): void {
    const greedy = findGreedyClient();
    for (const piece of pieces) {
      if (greedy !== undefined && piece.client !== greedy) continue;
      piece.release();
      piece.giveUp();
      return;
    }
  }

  return {
    hold(given) {
      const piece = new CountedPiece(given);
      while (heldBytes > bytesMax) giveUpOne();
      return piece;
    },
    heldBytes: () => heldBytes,
  };
}
