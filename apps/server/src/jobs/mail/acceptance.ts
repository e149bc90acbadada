/** A mail's place in the queue of those whose last line may be sent. */
export interface AcceptancePlace {
  /** Joins the queue. Resolves when every mail that joined before has left. */
  waitForTurn(): Promise<void>;
  /** Lets the next mail have its turn. It may be called without a turn, and more than once. */
  leave(): void;
}

/** Opens the place of one mail. */
export type AcceptanceQueue = () => AcceptancePlace;

/**
 * A mail server accepts a mail at its last line. If the process is killed after that and before the mail is stored as
 * sent, the mail is sent again. So a process transfers several mails at once, but only one of them is between its last
 * line and being stored: a kill doubles at most one.
 */
export function createAcceptanceQueue(): AcceptanceQueue {
  let last = Promise.resolve();
  return () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    return {
      waitForTurn() {
        const turn = last;
        last = turn.then(() => left);
        return turn;
      },
      leave,
    };
  };
}
