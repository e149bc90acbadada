import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Page } from "playwright-core";

/** Members of answers that nobody else may ever read. */
const secretMembers = ["access", "refresh", "challenge", "secret", "key", "backup_codes"];
/** And parameters of addresses, on the way to a provider and back. */
const secretParameters = ["state", "nonce", "code"];

/** All that was secret in a story, to be looked for where it must not be. */
export interface Secrets {
  /** Takes down every secret that this page is told from now on. */
  listenTo(page: Page): void;
  add(what: string, secret: string): void;
  /** Waits for the answers that are still being read. */
  all(): Promise<Map<string, string>>;
}

export function collectSecrets(): Secrets {
  const secrets = new Map<string, string>();
  const reading: Promise<unknown>[] = [];
  const add = (what: string, secret: string) => {
    secrets.set(secret, what);
  };
  const search = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!secretMembers.includes(name)) search(inner);
      else for (const secret of [inner].flat()) if (typeof secret === "string") add(name, secret);
    }
  };
  return {
    add,
    listenTo: (page) => {
      page.on("request", (request) => {
        const { searchParams } = new URL(request.url());
        for (const name of secretParameters) for (const secret of searchParams.getAll(name)) add(name, secret);
      });
      page.on("response", (response) => {
        if (!new URL(response.url()).pathname.startsWith("/trpc/")) return;
        // A page that is left takes its answers along.
        reading.push(response.json().then(search, () => {}));
      });
    },
    all: async () => {
      await Promise.all(reading);
      return secrets;
    },
  };
}

/**
 * Where secrets stand in the clear below a data directory: in the database's own files, which hold what was deleted too,
 * in its log of changes, and in our logs. The mails and the key of the installation are left out.
 *
 * @returns one line for each that is found, without the secret itself
 */
export function findSecrets(dataDirectory: string, secrets: ReadonlyMap<string, string>): string[] {
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/^(mail\/|secret-key$)/.test(relative(dataDirectory, file)));
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    const isLog = relative(dataDirectory, file).startsWith("logs/");
    return [...secrets]
      .filter(([secret]) => (isShort(secret) ? isLog && hasWord(bytes, secret) : bytes.includes(secret)))
      .map(([, what]) => `${what} in ${relative(dirname(dataDirectory), file)}`);
  });
}

/** Six digits stand in any pile of numbers by chance: they are looked for where people read, as a word. */
function isShort(secret: string): boolean {
  return secret.length < 10;
}

function hasWord(bytes: Buffer, secret: string): boolean {
  return new RegExp(`(?<![\\w.])${secret}(?![\\w.])`).test(bytes.toString());
}
