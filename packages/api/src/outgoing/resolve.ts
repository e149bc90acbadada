import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";

/**
 * Finds the addresses of a name.
 * @param signal the look-up ends when it aborts
 * @returns IPv4 addresses first
 * @throws if the name has none, or the look-up fails or is aborted
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/** For one question to one name server; each is asked twice. */
const questionMilliseconds = 1_500;

/** The name server says that there is no such name, or there is no name server. */
const absentCodes = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED"]);

/** RFC 6761 6.3: name servers are not asked for these names. */
const localhostPattern = /(^|\.)localhost\.?$/;

/**
 * Asks the name servers without a thread, because users type the names: getaddrinfo holds one of the few threads of the
 * process until the name server answers, and cannot be stopped. Only for names that DNS does not have, such as those in
 * /etc/hosts, getaddrinfo is called, for one name at a time.
 * @param nameServers as `setServers` of node:dns; those of the system by default
 */
export function createResolve(nameServers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    if (localhostPattern.test(name)) return resolveBySystem(name, signal);
    const answers = await askNameServers(name, { nameServers, signal });
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const isAbsent = answers.every((answer) => answer.status === "fulfilled" || absentCodes.has(answer.reason?.code));
    if (isAbsent && !signal.aborted) return resolveBySystem(name, signal);
    throw new Error("The name servers did not answer.");
  };
}

async function askNameServers(
  name: string,
  { nameServers, signal }: { nameServers: readonly string[] | undefined; signal: AbortSignal },
): Promise<PromiseSettledResult<LookupAddress[]>[]> {
  const resolver = new Resolver({ timeout: questionMilliseconds, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    return await Promise.allSettled([
      resolver.resolve4(name).then((addresses) => addresses.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(name).then((addresses) => addresses.map((address) => ({ address, family: 6 }))),
    ]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

let systemIsFree: Promise<unknown> = Promise.resolve();

function resolveBySystem(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const addresses = systemIsFree.then(() => {
    signal.throwIfAborted();
    return new Promise<LookupAddress[]>((settle, fail) => {
      lookup(name, { all: true, order: "ipv4first" }, (error, found) => (error ? fail(error) : settle(found)));
    });
  });
  systemIsFree = addresses.catch(() => {});
  return addresses;
}
