import { createSocket } from "node:dgram";
import { afterEach, expect, test } from "vitest";
import { createOutgoing } from "./outgoing.ts";
import { createResolve } from "./resolve.ts";

const request = { headers: {}, body: "{}" };

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** How a name server answers a question of a type (1: A, 28: AAAA): with an address, not at all, or that the name is not there. */
type Answer = (type: number) => Buffer | "silence" | "no such name";

async function serveNames(answer: Answer): Promise<{ nameServers: string[]; questions: number[] }> {
  const socket = createSocket("udp4");
  const questions: number[] = [];
  socket.on("message", (question, { address, port }) => {
    const nameEnd = question.indexOf(0, 12) + 1;
    const type = question.readUInt16BE(nameEnd);
    questions.push(type);
    const given = answer(type);
    if (given === "silence") return;
    socket.send(reply(question.subarray(0, nameEnd + 4), { type, given }), port, address);
  });
  closings.push(() => socket.close());
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", bound));
  return { nameServers: [`127.0.0.1:${socket.address().port}`], questions };
}

/** RFC 1035 4.1: the question again, and at most one address. */
function reply(question: Buffer, { type, given }: { type: number; given: Buffer | "no such name" }): Buffer {
  const head = Buffer.from(question);
  const found = given !== "no such name";
  head.writeUInt16BE(found ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(found ? 1 : 0, 6);
  head.fill(0, 8, 12);
  if (!found) return head;
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, given.length]);
  return Buffer.concat([head, record, given]);
}

const systemLookUps = () => process.getActiveResourcesInfo().filter((resource) => /GetAddrInfo/i.test(resource)).length;

const v4 = Buffer.from([127, 0, 0, 1]);
const v6 = Buffer.from([...Array<number>(15).fill(0), 1]);

test("all addresses of both families are checked", async () => {
  const { nameServers } = await serveNames((type) => (type === 1 ? v4 : v6));
  const isAllowed = (...allowedNetworks: string[]) =>
    createOutgoing({ nameServers, allowedNetworks }).isAllowed("http://hooks.example/");
  expect(await isAllowed("127.0.0.1")).toBe(false);
  expect(await isAllowed("::1")).toBe(false);
  expect(await isAllowed("127.0.0.1", "::1")).toBe(true);
});

test("names whose name server is silent hold no thread", async () => {
  const { nameServers, questions } = await serveNames(() => "silence");
  const outgoing = createOutgoing({ nameServers, timeoutMilliseconds: 500 });
  const calls = Array.from({ length: 8 }, (_, index) => outgoing.post(`http://slow${index}.example/`, request));
  await expect.poll(() => questions.length, { interval: 5 }).toBeGreaterThanOrEqual(16);
  expect(systemLookUps()).toBe(0);
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ fault: "name_unresolved" });
  expect(systemLookUps()).toBe(0);
});

test("a look-up ends when it is aborted", async () => {
  const abort = new AbortController();
  const { nameServers, questions } = await serveNames(() => (abort.signal.aborted ? v4 : "silence"));
  const addresses = createResolve(nameServers)("slow.example", abort.signal);
  await expect.poll(() => questions.length, { interval: 5 }).toBeGreaterThanOrEqual(2);
  abort.abort();
  // Otherwise the second try would find the address.
  await expect(addresses).rejects.toThrow();
});

test("names that DNS does not have are looked up by the system one after another", async () => {
  const { nameServers, questions } = await serveNames(() => "no such name");
  const outgoing = createOutgoing({ nameServers, timeoutMilliseconds: 2_000 });
  let most = 0;
  let isDone = false;
  const watch = () => {
    most = Math.max(most, systemLookUps());
    if (!isDone) setImmediate(watch);
  };
  watch();
  const urls = Array.from({ length: 8 }, (_, index) => `http://absent${index}.invalid/`);
  for (const answer of await Promise.all(urls.map((url) => outgoing.post(url, request)))) {
    expect(answer).toMatchObject({ fault: "name_unresolved" });
  }
  isDone = true;
  expect(questions.length).toBeGreaterThanOrEqual(16);
  expect(most).toBe(1);
});
