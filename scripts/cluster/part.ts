import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const answerMilliseconds = 60_000;
const stopMilliseconds = 15_000;
/** The length of a program's last output in the error message if it ends unexpectedly. */
const wordsKept = 2_000;

/** A program that runs as long as the cluster does. */
export interface Part {
  name: string;
  /** Kills the program without a clean shutdown, as a power cut does. */
  kill: () => Promise<void>;
  /** Stops the program cleanly. */
  stop: () => Promise<void>;
}

const running = new Set<ChildProcess>();
// When this process exits, its parts must end too.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * @param options.ids the account that the program runs as
 * @param options.signal the signal that stops it
 */
export function startPart(
  name: string,
  program: string,
  args: string[],
  options: { ids?: { uid?: number; gid?: number }; env?: NodeJS.ProcessEnv; signal?: NodeJS.Signals } = {},
): Part {
  const child = spawn(program, args, {
    ...options.ids,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let words = "";
  let isEnding = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      words = (words + text).slice(-wordsKept);
    });
  }
  child.once("error", (error) => console.error(`${name} does not run: ${error.message}`));
  const ended = once(child, "close").then(() => {
    running.delete(child);
    if (!isEnding) console.error(`${name} ended by itself:\n${words}`);
  });
  const end = async (signal: NodeJS.Signals) => {
    isEnding = true;
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
    await ended;
    clearTimeout(killTimer);
  };
  return { name, kill: () => end("SIGKILL"), stop: () => end(options.signal ?? "SIGTERM") };
}

/** @throws if the program does not answer within a minute */
export async function untilAnswers(name: string, ask: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + answerMilliseconds;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`${name} does not answer`, { cause: error });
      await sleep(50);
    }
  }
}
