/** Bounds the memory that clients can make the process hold by reading or sending slowly. */
export interface MemoryBudget {
  /**
   * Counts memory that the process holds for a client. Above the budget, the client that holds the most loses its oldest
   * piece if it holds more than its share, so that a greedy client harms only itself. If no client does, many clients have
   * used up the budget together, and the oldest piece of all is lost: it is the one that has been slow for the longest.
   * To refuse the newest piece instead would let clients that stall shut out all others.
   *
   * @param piece.client the network of the client
   * @param piece.giveUp is called when the piece is lost, and must free the memory
   */
  hold(piece: Piece): HeldPiece;
  /** Bytes that are held now. */
  heldBytes(): number;
}

/** Once a piece is released or lost, neither does anything. */
export interface HeldPiece {
  release(): void;
  /** Counts so many bytes from now on. The piece does not get younger by it. */
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
  /** Oldest first. */
  const pieces = new Set<Piece>();
  const bytesOfClients = new Map<string, number>();
  let heldBytes = 0;

  function add(piece: Piece): void {
    pieces.add(piece);
    heldBytes += piece.bytes;
    bytesOfClients.set(piece.client, (bytesOfClients.get(piece.client) ?? 0) + piece.bytes);
  }

  function release(piece: Piece): void {
    if (!pieces.delete(piece)) return;
    heldBytes -= piece.bytes;
    const left = (bytesOfClients.get(piece.client) ?? 0) - piece.bytes;
    if (left > 0) bytesOfClients.set(piece.client, left);
    else bytesOfClients.delete(piece.client);
  }

  function resize(piece: Piece, bytes: number): void {
    if (!pieces.has(piece)) return;
    const more = bytes - piece.bytes;
    piece.bytes = bytes;
    heldBytes += more;
    bytesOfClients.set(piece.client, (bytesOfClients.get(piece.client) ?? 0) + more);
    while (heldBytes > bytesMax) giveUpOne();
  }

  /** The client that holds the most, if it holds more than its share. */
  function findGreedyClient(): string | undefined {
    let most = bytesMax * shareOfBudget;
    let greedy: string | undefined;
    for (const [client, bytes] of bytesOfClients) {
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
      release(piece);
      piece.giveUp();
      return;
    }
  }

  return {
    hold(given) {
      const piece = { ...given };
      add(piece);
      while (heldBytes > bytesMax) giveUpOne();
      return { release: () => release(piece), resize: (bytes) => resize(piece, bytes) };
    },
    heldBytes: () => heldBytes,
  };
}
