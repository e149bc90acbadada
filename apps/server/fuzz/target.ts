import { createConnection, type Exchange } from "./connection.ts";
import { assetPath } from "./grammar/site-grammar.ts";
import { type FuzzRequest, type ResolvedRequest, resolveRequest } from "./request.ts";
import type { ServerProcess } from "./server-process.ts";
import { createWorlds, type World } from "./world/world.ts";

export type Target = Awaited<ReturnType<typeof openTarget>>;

const lanes = 4;
const roundsOfWorld = 5;
/** A world is replaced after this time, because an access token lives ten minutes. */
const worldMilliseconds = 5 * 60_000;

/**
 * The server with the connections and accounts that send requests to it.
 *
 * @param onStart called with the process now, and after each restart
 */
export async function openTarget(
  server: ServerProcess,
  { log, onStart }: { log: (line: string) => void; onStart: (pid: number | null) => void },
) {
  const asset = assetPath();
  const worlds = createWorlds(server);
  onStart(server.pid());
  const connections = Array.from({ length: lanes }, () => createConnection(server.port));
  const alone = createConnection(server.port);
  const figures = { requests: 0, deaths: 0, statuses: new Map<string, number>() };
  let world = await worlds.create();
  let worldAge = { rounds: 0, since: performance.now() };
  let identity = await server.identity();

  function resolve(request: FuzzRequest): ResolvedRequest {
    const known = { ...world.known, asset };
    return resolveRequest(request, { tokens: world.tokens, known, host: `127.0.0.1:${server.port}` });
  }

  /** Sends a request over one of the `connections`, or over one that no other request uses. */
  async function send(request: FuzzRequest, connection = alone): Promise<Exchange> {
    const exchange = await connection.send(resolve(request));
    figures.requests += 1;
    const { answer, failure } = exchange;
    const status = answer ? String(answer.status) : `no answer (${failure})`;
    figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
    return exchange;
  }

  /**
   * Creates new accounts, also after a restart, because the process may have died before it stored the last changes.
   */
  async function renewWorld(): Promise<void> {
    try {
      world = await worlds.create();
    } catch (error) {
      // The process may have died meanwhile, or a request changed the root admin, so the fuzzer tries once more.
      log(`The accounts could not be made: ${error}`);
      await server.revive();
      world = await worlds.create();
    }
    worldAge = { rounds: 0, since: performance.now() };
  }

  /** After a round, creates new accounts if the present ones are old or no longer work. */
  async function renewUsedWorld(): Promise<void> {
    worldAge.rounds += 1;
    const isOld = worldAge.rounds >= roundsOfWorld || performance.now() - worldAge.since > worldMilliseconds;
    if (isOld || !(await isAlive(server.port, world))) await renewWorld();
  }

  /** Starts the process again if it has ended. @returns whether it had ended since the last call */
  async function hasDied(): Promise<boolean> {
    if ((await server.identity()) === identity) return false;
    await server.revive();
    const before = identity;
    identity = await server.identity();
    // The same process still runs and was too busy to answer.
    if (identity === before) return false;
    figures.deaths += 1;
    onStart(server.pid());
    await renewWorld();
    return true;
  }

  function close(): void {
    for (const connection of [...connections, alone]) connection.close();
  }

  return { server, connections, figures, resolve, send, renewWorld, renewUsedWorld, hasDied, close };
}

/** Whether the tokens of the user and the admin still work, and the admin still has its rights. */
async function isAlive(port: number, { tokens }: World): Promise<boolean> {
  const wanted = [tokens.user, tokens.admin].filter((token) => token !== undefined);
  const statuses = await Promise.all(
    wanted.map(async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${port}/api/profile/`, { headers }).catch(() => null);
      const profile = answer?.ok ? ((await answer.json()) as { is_staff: boolean }) : null;
      return profile !== null && (token !== tokens.admin || profile.is_staff);
    }),
  );
  return statuses.every(Boolean);
}
