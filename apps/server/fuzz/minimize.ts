import type { FuzzRequest } from "./request.ts";

/** Ways to make a request smaller. Each step starts from the smallest request that still shows the fault. */
const steps: ((request: FuzzRequest) => FuzzRequest[])[] = [
  ({ delivery: _, ...request }) => [request],
  ({ headers, ...request }) => headers.map((_, index) => ({ ...request, headers: headers.toSpliced(index, 1) })),
  ({ headers, ...request }) => headers.map((_, index) => ({ ...request, headers: headers.toSpliced(index, 1) })),
  ({ target, ...request }) => (target.includes("?") ? [{ ...request, target: target.replace(/\?.*$/s, "") }] : []),
  ({ body: _, ...request }) => [request],
  (request) => [{ ...request, role: "guest" }],
  (request) => (/^(GET|POST)$/.test(request.method) ? [] : [{ ...request, method: "GET" }]),
];

/** @param shows sends a request and returns whether it shows the same fault */
export async function minimize(
  request: FuzzRequest,
  shows: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request;
  for (const step of steps) {
    for (const candidate of step(smallest)) {
      if (JSON.stringify(candidate).length >= JSON.stringify(smallest).length) continue;
      if (await shows(candidate)) {
        smallest = candidate;
        break;
      }
    }
  }
  return smallest;
}
