import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@daymark/db/start-error";

/** In the data directory, used if the operator sets no secret. */
export const secretFile = "secret-key";

/**
 * Reads the secret of the data directory. It makes one of 256 random bits if there is none.
 *
 * @throws StartError if the directory cannot be written
 */
export function readOrMakeSecret(dataDirectory: string): string {
  const path = join(dataDirectory, secretFile);
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    // If several nodes start at once, the first one writes the secret and the others read it.
    if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST" && existsSync(path)) {
      return readFileSync(path, "utf8").trim();
    }
    const words = error instanceof Error ? error.message : String(error);
    throw new StartError(`DATA_DIR ${dataDirectory} cannot be written (${words}).`);
  }
}

/** Fewer different characters come from a person, not from a generator. */
const distinctCharactersMin = 10;
const examples = /change.?me|example|password|your.?secret|secret.?key|0123456789|abcdefgh/i;

/** Whether a secret looks like one of an example or one that a person has typed. A generated one does not. */
export function isGuessable(secret: string): boolean {
  return examples.test(secret) || new Set(secret).size < distinctCharactersMin;
}
