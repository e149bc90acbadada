import { type CaptchaChallenge, captchaTtlSeconds } from "@daymark/domain/account/captcha";

/** ALTCHA's proof of work, as the server sends it. */
export interface Puzzle {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** The interface of a captcha to its page; tests provide their own. */
export interface CaptchaParts {
  getChallenge: () => Promise<CaptchaChallenge>;
  /** The number that fits, or null if there is none. */
  solve: (puzzle: Puzzle) => Promise<number | null>;
  /** The token of Turnstile's widget. */
  solveTurnstile: (siteKey: string) => Promise<string>;
  /** The captcha's error code if it is the reason of a refused call. */
  refusalOf: (error: unknown) => "captcha_missing" | "captcha_invalid" | "captcha_expired" | null;
  now: () => number;
}

/** The captcha's part of the call's input: empty if the installation uses no captcha. */
export interface CaptchaAnswer {
  captcha?: string;
}

/** How long a solution is used: shorter than its validity, because it also has to be sent. */
const solutionTtlMs = (captchaTtlSeconds - 30) * 1000;

/** The captcha of one form: solved while the user fills in the form, valid for one call, solved again for the next. */
export function createCaptcha({ getChallenge, solve, solveTurnstile, refusalOf, now }: CaptchaParts) {
  let ready: { answer: Promise<CaptchaAnswer>; sinceMs: number } | null = null;

  const solveAnew = async (): Promise<CaptchaAnswer> => {
    const challenge = await getChallenge();
    if (challenge.provider === "turnstile" && challenge.site_key) {
      return { captcha: await solveTurnstile(challenge.site_key) };
    }
    if (!isPuzzle(challenge)) return {};
    const { algorithm, challenge: hash, salt, signature } = challenge;
    const number = await solve(challenge);
    if (number === null) throw new Error("the captcha has no solution");
    return { captcha: btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature })) };
  };

  /** Starts solving, unless a solution is ready or in progress. */
  const prepare = () => {
    if (ready && now() - ready.sinceMs < solutionTtlMs) return;
    const mine = { answer: solveAnew(), sinceMs: now() };
    ready = mine;
    // A failed attempt is repeated when a solution is needed.
    mine.answer.catch(() => {
      if (ready === mine) ready = null;
    });
  };

  /** A solution; each is used once. */
  const take = (): Promise<CaptchaAnswer> => {
    prepare();
    const answer = ready?.answer ?? solveAnew();
    ready = null;
    return answer;
  };

  return {
    prepare,
    /**
     * Sends a form. If the server asks for a captcha, or for another one, it is solved and the form is sent again.
     *
     * @param call sends the form with the answer
     * @param options.isAsked whether the server always requires a captcha; otherwise it is solved only on request
     */
    async send<Result>(
      call: (answer: CaptchaAnswer) => Promise<Result>,
      { isAsked = false }: { isAsked?: boolean } = {},
    ): Promise<Result> {
      try {
        return await call(isAsked ? await take() : {});
      } catch (error) {
        if (refusalOf(error) === null) throw error;
        return call(await take());
      }
    },
  };
}

function isPuzzle(challenge: CaptchaChallenge): challenge is CaptchaChallenge & Puzzle {
  return challenge.provider === "altcha" && challenge.challenge !== undefined && challenge.salt !== undefined;
}
