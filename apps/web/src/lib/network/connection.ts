/** No answer at all: there is no network, or nobody at its other end. */
export class NoAnswer extends TypeError {
  override readonly name = "NoAnswer";
}

/** Whether the server answers, as the last call of this page has it. */
function createConnection() {
  const listeners = new Set<() => void>();
  let isReachable = true;
  const set = (next: boolean) => {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  };
  return {
    get isReachable() {
      return isReachable;
    },
    /** Somebody who belongs to us said something, be it no. */
    answered: () => set(true),
    /** Nobody said anything, or that nobody is there. */
    failed: () => set(false),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** That of this page. */
export const pageConnection = createConnection();

/**
 * The answer to a request, of which this page's connection is told.
 *
 * @throws NoAnswer where nobody answers
 */
export async function answerTo(request: () => Promise<Response>): Promise<Response> {
  try {
    const response = await request();
    // A proxy says these of a server that is not there, and the server of its database.
    if (response.status >= 502 && response.status <= 504) pageConnection.failed();
    else pageConnection.answered();
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    pageConnection.failed();
    throw new NoAnswer(error.message);
  }
}
