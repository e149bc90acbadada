import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { expect, test } from "vitest";
import type { S3Config } from "./s3-uploads.ts";
import type { UploadedFile, Uploads } from "./uploads.ts";

/** All files of a storage at once. */
export async function listAll(uploads: Pick<Uploads, "list">): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  for await (const file of uploads.list()) files.push(file);
  return files;
}

/**
 * Registers the tests that every storage of uploads must pass.
 *
 * @param open returns an empty storage
 */
export function testUploads(open: () => Promise<Uploads>): void {
  const fileOf = (digit: string, width = 400) => `${digit.repeat(32)}-${width}.webp`;
  const [one, other] = [fileOf("a"), fileOf("b")];
  const text = (content: Uint8Array | null) => content && Buffer.from(content).toString();

  test("an empty storage lists nothing, and deleting from it succeeds", async () => {
    const uploads = await open();
    expect([await listAll(uploads), await uploads.read(one), await uploads.measure(one)]).toEqual([[], null, null]);
    await uploads.delete([one]);
  });

  test("a file is complete under its name, and a newer one replaces it", async () => {
    const uploads = await open();
    const before = Date.now();
    await uploads.write(one, Buffer.from("first"));
    await Promise.all([uploads.write(other, Buffer.from("beside")), uploads.write(one, Buffer.from("second"))]);
    expect([text(await uploads.read(one)), await uploads.measure(one)]).toEqual(["second", 6]);
    const files = await listAll(uploads);
    expect(files.map(({ file, bytes }) => [file, bytes]).sort()).toEqual([
      [one, 6],
      [other, 6],
    ]);
    // Storages round to seconds, and have a clock of their own.
    for (const { writtenAt } of files) expect(Math.abs(writtenAt - before)).toBeLessThan(60_000);
    await uploads.delete([one, fileOf("c")]);
    expect([await uploads.read(one), await uploads.measure(one)]).toEqual([null, null]);
    expect((await listAll(uploads)).map(({ file }) => file)).toEqual([other]);
  });

  test("a storage returns every byte, also of an empty file and of the largest picture", async () => {
    const uploads = await open();
    const large = Buffer.alloc(
      5_000_000,
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    );
    await uploads.write(one, large);
    await uploads.write(other, new Uint8Array());
    expect(Buffer.compare((await uploads.read(one)) ?? new Uint8Array(), large)).toBe(0);
    expect([await uploads.measure(one), await uploads.measure(other)]).toEqual([5_000_000, 0]);
    expect(text(await uploads.read(other))).toBe("");
  });
}

/**
 * Starts a server on this machine that accepts connections and passes them to `answer`, which by default sends nothing.
 */
export async function createStalledServer(answer: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    answer(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const config: S3Config = {
    ...{ bucket: "pictures", prefix: "", region: "us-east-1", isPathStyle: true },
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: "the-key-id",
    secretAccessKey: "the-secret-key",
  };
  return {
    config,
    /** How many connections clients have opened. */
    connections: () => sockets.size,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
