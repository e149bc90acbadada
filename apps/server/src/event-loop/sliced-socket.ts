import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { LoopTurns } from "./loop-turns.ts";

/** A hundred of the shortest requests, which take the parser and Fastify some 4 ms. */
const sliceBytes = 2_048;
/** How long a connection that is closed drops what its client still sends, in milliseconds. */
const lingerMilliseconds = 2_000;

/** A socket whose bytes are read in slices, each in its turn, and only when the reader asks. */
export class SlicedSocket extends Duplex {
  readonly #socket: Socket;
  #client: string;
  readonly #turns: LoopTurns;
  /** Bytes that the socket has read and the reader has not got yet. */
  #rest: Buffer | undefined;
  #isAsked = false;
  #hasEnded = false;
  #hasTurn = false;
  #isLingering = false;

  constructor(socket: Socket, client: string, turns: LoopTurns) {
    // Strings stay strings, so that the socket writes the head of an answer without a buffer in between.
    super({ readableHighWaterMark: sliceBytes, decodeStrings: false });
    this.#socket = socket;
    this.#client = client;
    this.#turns = turns;
    socket.on("data", (bytes: Buffer) => {
      if (this.#isLingering) return;
      this.#rest = bytes;
      this.#handOn();
      if (this.#rest) socket.pause();
    });
    socket.on("end", () => {
      this.#hasEnded = true;
      if (this.#isLingering && this.writableFinished) this.destroy();
      this.#handOn();
    });
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

  /** The client in whose name slices take turns. A proxy's connection has another client for each request. */
  set client(client: string) {
    this.#client = client;
  }

  /**
   * Node's HTTP server calls it after an answer with `Connection: close`. The reader gets nothing more, and everything
   * that was written is sent. Until the client ends, the socket drops what it still sends: if a connection closes with
   * unread bytes, TCP resets it, and the client may lose the answer (RFC 9112 9.6).
   */
  destroySoon(): void {
    this.#isLingering = true;
    this.#rest = undefined;
    this.#socket.resume();
    if (this.writable) this.end();
    if (this.writableFinished) this.#linger();
    else this.once("finish", () => this.#linger());
  }

  #linger(): void {
    if (this.#hasEnded) {
      this.destroy();
      return;
    }
    const end = setTimeout(() => this.destroy(), lingerMilliseconds);
    this.once("close", () => clearTimeout(end));
  }

  override _read(): void {
    this.#isAsked = true;
    // Not in this turn: the reader would join both slices. If it closes the connection after one slice, the rest is not
    // read.
    if (this.#rest) setImmediate(() => this.#handOn());
    else this.#handOn();
  }

  #handOn(): void {
    if (!this.#isAsked || this.#hasTurn) return;
    if (!this.#rest) {
      if (this.#hasEnded) this.push(null);
      else if (this.#socket.isPaused()) this.#socket.resume();
      return;
    }
    this.#hasTurn = true;
    this.#turns.run(this.#client, () => {
      const rest = this.#rest;
      this.#hasTurn = false;
      if (this.destroyed || !rest) return;
      this.#rest = rest.length > sliceBytes ? rest.subarray(sliceBytes) : undefined;
      this.#isAsked = false;
      this.push(this.#rest ? rest.subarray(0, sliceBytes) : rest);
    });
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, callback);
  }

  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.#socket.cork();
    for (const [index, { chunk, encoding }] of chunks.entries()) {
      if (index === chunks.length - 1) this.#socket.write(chunk, encoding, callback);
      else this.#socket.write(chunk, encoding);
    }
    this.#socket.uncork();
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#socket.end(callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#rest = undefined;
    this.#socket.destroy();
    callback(error);
  }
}
