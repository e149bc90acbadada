/** There was no response: there is no network, or the server is down. */
export class NoAnswer extends TypeError {
  override readonly name = "NoAnswer";
}

/** Whether the server responds, according to the last call of this page. */
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
    /** Our server responded, even if it refused the call. */
    answered: () => set(true),
    /** There was no response, or a proxy reported that the server is down. */
    failed: () => set(false),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The connection of this page. */
export const pageConnection = createConnection();

/**
 * The response to a request. It also updates this page's connection state.
 *
 * @throws NoAnswer if there is no response
 */
export async function answerTo(request: () => Promise<Response>): Promise<Response> {
  try {
    const response = await request();
    // A proxy sends these if the server is down, and the server if its database is down.
    if (response.status >= 502 && response.status <= 504) pageConnection.failed();
    else pageConnection.answered();
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    pageConnection.failed();
    throw new NoAnswer(error.message);
  }
}
