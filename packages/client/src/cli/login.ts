import { hostname } from "node:os";
import { DaymarkError } from "../api/client.ts";
import { connectDevice, disconnect, registerDevice } from "../api/oauth.ts";
import { type Command, CommandError, readArguments } from "./command.ts";
import { deleteCredentials, readCredentials, serverOf, writeCredentials } from "./credentials.ts";
import type { Terminal } from "./terminal.ts";

/** Bound of the server. */
const clientNameLengthMax = 80;

export const login: Command = {
  summary: "logs in: shows a code, which you confirm in a browser",
  help: `daymark login [--server <address>] [--read-only]

Shows an address and a code. Open the address in any browser, check the code and allow the
command to read and write your habits. The log-in is saved in daymark/credentials.json in your
configuration folder (XDG_CONFIG_HOME, or ~/.config), where only you can read it. Settings,
Security lists it as a connected application, and you can disconnect it there.

  --server <address>  the address of your Daymark, such as https://habits.example; by default
                      DAYMARK_SERVER, or the server of the last log-in
  --read-only         asks for permission to read only

DAYMARK_TOKEN (an API key) replaces the log-in, DAYMARK_SERVER the address.`,
  options: ["--server", "--read-only"],
  async run(terminal, args) {
    const { values } = readArguments("login", args, {
      options: { server: { type: "string" }, "read-only": { type: "boolean" } },
      countMax: 0,
    });
    const server = await findServer(terminal, serverOf(terminal.env, values.server));
    if (isReadable(server)) {
      terminal.warn(`The connection to ${server} is not encrypted: others on the network can read the log-in.`);
    }
    const former = readCredentials(terminal.env);
    const isSame = former?.server === server;
    const scope = values["read-only"] ? "read" : "write";
    const tokens = await connect(terminal, server, { clientId: isSame ? former.tokens.clientId : null, scope });
    writeCredentials(terminal.env, { server, tokens });
    // A new connection to the same server has replaced the former one.
    if (former && !isSame) await disconnect({ server: former.server, fetch }, former.tokens).catch(() => {});
    terminal.print(`You are logged in to ${server}.`);
    if (terminal.env.DAYMARK_TOKEN) terminal.warn("DAYMARK_TOKEN is set: commands use it in place of this log-in.");
  },
};

/** @throws CommandError, DaymarkError */
async function connect(
  terminal: Terminal,
  server: string,
  { clientId, scope }: { clientId: string | null; scope: "read" | "write" },
) {
  const call = { server, fetch };
  const name = `Daymark command on ${hostname()}`.slice(0, clientNameLengthMax);
  try {
    return await connectDevice(call, {
      clientId: clientId ?? (await registerDevice(call, name)),
      scope,
      wait: terminal.wait,
      show: ({ userCode, verificationUriComplete }) =>
        terminal.print(
          `Open ${verificationUriComplete}\nand allow access if the page shows the code ${userCode}. Waiting …`,
        ),
    });
  } catch (error) {
    if (!(error instanceof DaymarkError)) throw error;
    // The server forgets an application that was not used for long.
    if (error.code === "invalid_client" && clientId !== null)
      return connect(terminal, server, { clientId: null, scope });
    if (error.code === "access_denied") throw new CommandError("The log-in was refused in the browser.");
    if (error.code === "expired_token")
      throw new CommandError("Nobody confirmed the code in time: run “daymark login” again.");
    throw error;
  }
}

/**
 * The address at which a Daymark answers: an http address may lead to https. A redirected POST would arrive without its
 * body.
 *
 * @throws CommandError if there is none
 */
async function findServer({ warn }: Terminal, server: string): Promise<string> {
  const response = await fetch(`${server}/.well-known/oauth-authorization-server`);
  const metadata = (await response.json().catch(() => null)) as { device_authorization_endpoint?: string } | null;
  if (!metadata?.device_authorization_endpoint) throw new CommandError(`There is no Daymark at ${server}.`);
  const { origin } = new URL(response.url);
  if (origin !== server) warn(`${server} redirects to ${origin}.`);
  return origin;
}

/** Whether others can read what is sent: without https, except on this machine. */
function isReadable(server: string): boolean {
  const { protocol, hostname: host } = new URL(server);
  return protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(host);
}

export const logout: Command = {
  summary: "ends the log-in, here and on the server",
  help: `daymark logout

Ends the connection on the server and deletes the log-in of this machine. An API key in
DAYMARK_TOKEN is not touched.`,
  options: [],
  async run(terminal, args) {
    readArguments("logout", args, { options: {}, countMax: 0 });
    const kept = readCredentials(terminal.env);
    if (!kept) throw new CommandError("You are not logged in.");
    deleteCredentials(terminal.env);
    try {
      await disconnect({ server: kept.server, fetch }, kept.tokens);
    } catch {
      throw new CommandError(
        `The log-in was deleted from this machine, but ${kept.server} did not end it: disconnect it there in Settings, Security.`,
      );
    }
    terminal.print(`You are logged out of ${kept.server}.`);
  },
};
