import { type CaptchaChallenge, captchaTtlSeconds } from "@daymark/domain/account/captcha";

/** ALTCHA's proof of work, as the server gives it. */
export interface Puzzle {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** What a captcha needs of its surroundings; tests bring their own. */
export interface CaptchaParts {
  getChallenge: () => Promise<CaptchaChallenge>;
  /** The number that fits, or null where there is none. */
  solve: (puzzle: Puzzle) => Promise<number | null>;
  /** What Turnstile's widget gives. */
  solveTurnstile: (siteKey: string) => Promise<string>;
  /** The captcha's code where that is why a call was refused. */
  refusalOf: (error: unknown) => "captcha_missing" | "captcha_invalid" | "captcha_expired" | null;
  now: () => number;
}

/** What goes along with the call: nothing where the installation asks for none. */
export interface CaptchaAnswer {
  captcha?: string;
}

/** A solution is good for that long; it has to arrive as well. */
const solutionTtlMs = (captchaTtlSeconds - 30) * 1000;

/** One captcha of one form: solved while the form is filled in, good for one call, solved anew for the next. */
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

  /** Begins to solve, unless a solution is there or on its way. */
  const prepare = () => {
    if (ready && now() - ready.sinceMs < solutionTtlMs) return;
    const mine = { answer: solveAnew(), sinceMs: now() };
    ready = mine;
    // What failed is tried again when it is needed.
    mine.answer.catch(() => {
      if (ready === mine) ready = null;
    });
  };

  /** A solution, which nobody else gets. */
  const take = (): Promise<CaptchaAnswer> => {
    prepare();
    const answer = ready?.answer ?? solveAnew();
    ready = null;
    return answer;
  };

  return {
    prepare,
    /**
     * Sends a form. Where the server asks for a captcha, or for another one, it is solved and the form sent once more.
     *
     * @param call sends it with the answer
     * @param options.isAsked whether the server always asks; otherwise only what it has asked for is solved
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
