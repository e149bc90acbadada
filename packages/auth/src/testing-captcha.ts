import { createHash } from "node:crypto";
import { type CaptchaChallenge, captchaSchema } from "@daymark/domain/account/captcha";

/** Tries all numbers, as a script without the library would. */
export function solveCaptcha(given: CaptchaChallenge | unknown): string {
  const { provider: _, maxnumber = 0, ...challenge } = captchaSchema.parse(given);
  const isSolved = (number: number) =>
    createHash("sha256").update(`${challenge.salt}${number}`).digest("hex") === challenge.challenge;
  for (let number = 0; number <= maxnumber; number++) {
    if (isSolved(number)) return Buffer.from(JSON.stringify({ ...challenge, number })).toString("base64");
  }
  throw new Error("the challenge has no solution");
}
