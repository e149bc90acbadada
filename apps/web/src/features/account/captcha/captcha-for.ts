import type { CaptchaAction, CaptchaChallenge, CaptchaProvider } from "@daymark/domain/account/captcha";
import { problemOf } from "../../../lib/network/problem.ts";
import { createCaptcha } from "./captcha.ts";

interface CaptchaClient {
  captcha: { get: { query(input: { action: CaptchaAction }): Promise<CaptchaChallenge> } };
}

/**
 * The captcha for one kind of call. Its solvers are fetched when they are needed.
 *
 * @param surroundings.provider the captcha provider of the installation
 * @param surroundings.findSlot returns the element for a widget, if the page has one
 */
export function captchaFor(
  client: CaptchaClient,
  action: CaptchaAction,
  { provider, findSlot }: { provider: CaptchaProvider; findSlot: () => HTMLElement | null },
) {
  return createCaptcha({
    getChallenge: async () => (provider === "off" ? { provider } : client.captcha.get.query({ action })),
    solve: async (puzzle) => (await import("./solve-in-worker.ts")).solveInWorker(puzzle),
    solveTurnstile: async (siteKey) =>
      (await import("./turnstile.ts")).solveTurnstile(siteKey, findSlot() ?? document.body, action),
    refusalOf: (error) => {
      const code = problemOf(error)?.code;
      return code === "captcha_missing" || code === "captcha_invalid" || code === "captcha_expired" ? code : null;
    },
    now: Date.now,
  });
}
