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

/** A body that does not end, in the chunks that take Node the most memory for their length. */
export function chunksOfOneByte(count: number): string {
  return "1\r\n \r\n".repeat(count);
}
