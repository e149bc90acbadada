import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorCommands, runPersonCommand } from "@daymark/client/cli/run-command";
import { createTestHost } from "../testing.ts";

export interface Person {
  token: string;
  userId: number;
}

/** Creates a server, and terminals whose commands call it. */
export async function createTerminals() {
  const host = await createTestHost();
  const url = await host.app.listen({ port: 0, host: "127.0.0.1" });
  const folders: string[] = [];

  async function createPerson(): Promise<Person> {
    const { token, id } = await host.createUser();
    return { token, userId: id };
  }

  /** A terminal in an empty home. `confirm` is what happens while the log-in waits. */
  function openHome(env: Record<string, string> = {}, confirm: (code: string) => Promise<void> = async () => {}) {
    const home = mkdtempSync(join(tmpdir(), "daymark-home-"));
    folders.push(home);
    /** Runs `daymark <name> <args>` to its end. */
    const run = async (name: string, ...args: string[]) => {
      let [out, err] = ["", ""];
      const code = await runPersonCommand(name, args, {
        env: { XDG_CONFIG_HOME: home, ...env },
        print: (text) => {
          out += `${text}\n`;
        },
        warn: (text) => {
          err += `${text}\n`;
        },
        wait: () => confirm(/code ([A-Z-]+)/.exec(out)?.[1] ?? ""),
        operatorCommands,
      });
      return { code, out, err };
    };
    return { run, file: join(home, "daymark/credentials.json") };
  }

  return {
    host,
    url,
    createPerson,
    openHome,
    drop: async () => {
      await host.drop();
      for (const folder of folders) rmSync(folder, { recursive: true });
    },
  };
}
