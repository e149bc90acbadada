import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The bytes that this process uses in its heap and in buffers, without garbage. */
export function takenBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** An unfinished body, in chunks of this many bytes. For short chunks Node needs many times their length. */
export function endlessChunks(count: number, bytes: number): string {
  return `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n`.repeat(count);
}
