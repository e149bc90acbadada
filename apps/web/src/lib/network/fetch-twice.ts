/**
 * When an instance shuts down during a response, it cuts the connection, or its proxy responds with 502. The next
 * instance responds; but the first one may have done the work, so only calls that may run twice are repeated, once.
 * Queries use GET, which the load balancer repeats by itself.
 *
 * @param isRepeatable whether the call may run twice
 */
export async function fetchTwice(
  input: RequestInfo | URL | string,
  init: object | undefined,
  isRepeatable: boolean,
): Promise<Response> {
  const first = await fetch(input, init).catch((error: unknown) => {
    if (!isRepeatable || !(error instanceof TypeError) || navigator.onLine === false) throw error;
    return null;
  });
  return first === null || (first.status === 502 && isRepeatable) ? fetch(input, init) : first;
}
