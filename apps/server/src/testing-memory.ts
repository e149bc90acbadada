import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What this process holds in its heap and in buffers, without garbage, in bytes. */
export function takenBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A body that does not end, in chunks of so many bytes: of few bytes, they take Node many times their length. */
export function endlessChunks(count: number, bytes: number): string {
  return `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n`.repeat(count);
}
