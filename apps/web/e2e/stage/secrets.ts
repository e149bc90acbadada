import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Page } from "playwright-core";

/** Members of answers that only their receiver may read. */
const secretMembers = ["access", "refresh", "challenge", "secret", "key", "backup_codes"];
/** Parameters of addresses that are secret, on the way to an identity provider and back. */
const secretParameters = ["state", "nonce", "code"];

/** Collects the secrets of a test, so that it can search for them where they must not be. */
export interface Secrets {
  /** Records every secret that this page sends or receives from now on. */
  listenTo(page: Page): void;
  add(what: string, secret: string): void;
  /** All secrets by value. Waits until the answers under way are read. */
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
        // The browser discards the answers of a page that navigates away.
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
 * Finds secrets in clear text below a data directory: in the files of the database, which still contain deleted rows,
 * in its write-ahead log, and in our logs. It skips mails and the key of the installation.
 *
 * @returns one line for each finding, without the secret
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

/** Six digits occur by chance in any file of numbers, so these are searched only in logs, and only as a whole word. */
function isShort(secret: string): boolean {
  return secret.length < 10;
}

function hasWord(bytes: Buffer, secret: string): boolean {
  return new RegExp(`(?<![\\w.])${secret}(?![\\w.])`).test(bytes.toString());
}
