import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findProcesses } from "@daymark/db/embedded/process-list";
import { afterAll, beforeAll } from "vitest";
import { markerOf } from "../src/process/server-process.ts";

export const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any member of a response, and fails if the member is missing
  json: any;
}

/** The command with which bootstrap.mjs starts the built product for `npm start`. */
export const supervised = [process.execPath, entry, "supervise"];

export const password = "Correct-Horse-7";

export type Place = ReturnType<typeof createPlace>;

/**
 * Creates a data directory in which a test starts, stops and kills the product.
 *
 * @param model a data directory to copy, in which no product runs. Without it the first start creates a database.
 */
export function createPlace(model?: string) {
  const directory = mkdtempSync(join(tmpdir(), "daymark-product-"));
  // Copies the owners of the files too, which Node's cp does not.
  if (model) execFileSync("cp", ["-a", `${model}/.`, directory]);
  const running = new Set<ChildProcess>();

  /** Starts the product and returns at once. The process gets only the given variables. */
  function launch(variables: Record<string, string> = {}, [program, ...args]: string[] = [process.execPath, entry]) {
    const child = spawn(program as string, args, {
      cwd: root,
      env: {
        PATH: "/usr/bin:/bin",
        DATA_DIR: directory,
        PORT: "0",
        // The tests create users faster than real users sign up, and all from one address.
        CAPTCHA: "off",
        RATE_LIMIT: "off",
        ...variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let output = "";
    let errors = "";
    child.stdout.on("data", (text) => {
      output += text;
    });
    child.stderr.on("data", (text) => {
      errors += text;
    });
    const ended = once(child, "close").then(([code, signal]) => {
      running.delete(child);
      return { code: code as number | null, signal: signal as string | null, output, errors };
    });
    return { child, ended, output: () => output, errors: () => errors };
  }

  /** Starts the product and waits until it prints that it is ready. */
  async function start(variables?: Record<string, string>, command?: string[]) {
    const { child, ended, output, errors } = launch(variables, command);
    let hasEnded = false;
    ended.then(() => {
      hasEnded = true;
    });
    const address = () => /^Daymark is ready on (http:\/\/\S+)$/m.exec(output())?.[1];
    while (address() === undefined) {
      if (hasEnded) throw new Error(`the product ended before it was ready:\n${output()}${errors()}`);
      await sleep(10);
    }
    const url = address() as string;
    return {
      url,
      child,
      ended,
      call: (method: string, path: string, options?: CallOptions) => callAt(url, method, path, options),
      /** Sends a signal to stop and waits until the process ends. */
      stop: (signal: NodeJS.Signals = "SIGTERM") => {
        child.kill(signal);
        return ended;
      },
      /** Creates a new user with a habit. */
      createPerson: () => personAt(url),
    };
  }

  return {
    directory,
    launch,
    start,
    /** The process id of the embedded database; NaN while it does not run. */
    databasePid(): number {
      try {
        return Number.parseInt(readFileSync(join(directory, "postgres/postmaster.pid"), "utf8"), 10);
      } catch {
        return Number.NaN;
      }
    },
    /** The process id of the server that a supervisor runs; NaN while there is none. */
    serverPid: () => findProcesses(new RegExp(markerOf(directory)))[0]?.pid ?? Number.NaN,
    read: (pattern: string) =>
      globSync(pattern, { cwd: directory })
        .map((path) => readFileSync(join(directory, path), "utf8"))
        .join("\n"),
    /** Kills what a failed test left running, and deletes everything. */
    async remove(): Promise<void> {
      for (const child of running) child.kill("SIGKILL");
      for (let server = this.serverPid(); !Number.isNaN(server); server = this.serverPid()) {
        process.kill(server, "SIGKILL");
        await sleep(10);
      }
      const pid = this.databasePid();
      if (!Number.isNaN(pid)) {
        try {
          process.kill(pid, "SIGCONT");
          process.kill(pid, "SIGQUIT");
        } catch {
          // The database process has ended meanwhile.
        }
        while (isAlive(pid)) await sleep(10);
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs a command of package.json as an operator does, without its installation step. */
export async function runCommand(
  directory: string,
  name: string,
  args: string[] = [],
  { input = "", variables = {} }: { input?: string; variables?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [join(root, "scripts/command.ts"), name, ...args], {
    cwd: root,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: directory, ...variables },
  });
  child.stdin.end(input);
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  return { code: code as number, output: await output, errors: await errors };
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return globSync(`/proc/${pid}/task/*/children`).flatMap((path) =>
    readFileSync(path, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

/** Whether a process runs. A zombie does not: an orphan stays one until init collects it. */
export function isAlive(pid: number): boolean {
  return findProcesses(/^/).some((running) => running.pid === pid);
}

export interface CallOptions {
  token?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Calls the REST API at an address. */
export async function callAt(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, headers } = options;
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get("content-type") ?? "");
  return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : text };
}

let people = 0;

/** Creates a new user with a habit, at an address. */
export async function personAt(url: string) {
  people += 1;
  const username = `person_${process.pid}_${people}`;
  const email = `${username}@example.com`;
  const registration = { username, email, password, password_confirmation: password, agreement: true };
  await expectStatus(201, callAt(url, "POST", "/api/auth/register/", { body: registration }));
  const login = { username, password, remember_me: true };
  const { json: tokens } = await expectStatus(200, callAt(url, "POST", "/api/auth/token/", { body: login }));
  const { access: token, refresh } = tokens as { access: string; refresh: string };
  const body = { title: "Run", type: "good", target: 10, unit: "repetitions", hue: 0 };
  const { json: habit } = await expectStatus(201, callAt(url, "POST", "/api/habits/", { token, body }));
  return { username, email, token, refresh, habitId: habit.id as number };
}

async function expectStatus(status: number, answer: Promise<Answer>): Promise<Answer> {
  const { status: given, headers, json } = await answer;
  if (given !== status) throw new Error(`${given} instead of ${status}: ${JSON.stringify(json)}`);
  return { status: given, headers, json };
}

/**
 * Runs the product once before the tests of a file, so that their data directories start with a database. Call it at
 * the top level of the file.
 *
 * @returns a function that creates a place with a copy of that database
 */
export function preparePlaces(): () => Place {
  const model = createPlace();
  beforeAll(async () => {
    const product = await model.start();
    await product.stop();
  });
  afterAll(() => model.remove());
  return () => createPlace(model.directory);
}
