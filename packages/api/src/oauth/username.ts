import { randomInt } from "node:crypto";
import { usernameLengthMax } from "@daymark/domain/account/auth";
import { transliterate } from "@daymark/domain/text/transliterate";

/** With an underscore, the suffix that distinguishes a name from one that is taken. */
const suffixDigits = 5;
const usernameLengthMin = 3;

/** A user name for a user who did not choose one: from their name, else from the local part of their address. */
export function usernameFrom({ name, email }: { name: string; email: string }): string {
  const candidates = [name, email.split("@", 1)[0] ?? "", "user"].map((text) =>
    transliterate(text)
      .trim()
      .replaceAll(/[^A-Za-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, usernameLengthMax - suffixDigits - 1),
  );
  return candidates.find((candidate) => candidate.length >= usernameLengthMin) ?? "user";
}

/** The same name with a random suffix, for another user. */
export function withSuffix(username: string): string {
  return `${username}_${String(randomInt(10 ** suffixDigits)).padStart(suffixDigits, "0")}`;
}
