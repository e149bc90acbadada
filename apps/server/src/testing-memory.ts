import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The bytes that this process holds in its heap and in buffers, without garbage. */
export function takenBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A body without an end, in chunks of this many bytes. Node needs many times the length of short chunks. */
export function endlessChunks(count: number, bytes: number): string {
  return `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n`.repeat(count);
}
