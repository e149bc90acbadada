import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** Some dozens of small requests at most. */
const sliceBytes = 2_048;

/** A socket that hands on its bytes in slices: one in each turn of the event loop, and only when its reader asks. */
export class SlicedSocket extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super({ readableHighWaterMark: sliceBytes });
    this.#socket = socket;
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    socket.on("timeout", () => this.emit("timeout"));
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort;
  }

  /** Node's HTTP server sets the timeouts of a connection with it. */
  setTimeout(milliseconds: number, listener?: () => void): this {
    this.#socket.setTimeout(milliseconds);
    if (listener) this.once("timeout", listener);
    return this;
  }

  override _read(): void {
    const socket = this.#socket;
    const slice = socket.read(Math.min(sliceBytes, socket.readableLength)) as Buffer | null;
    if (slice) setImmediate(() => this.push(slice));
    else if (!socket.readableEnded) socket.once("readable", () => this._read());
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, callback);
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#socket.end(callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#socket.destroy();
    callback(error);
  }
}
