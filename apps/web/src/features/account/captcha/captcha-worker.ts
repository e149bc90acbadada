import { solveChallenge } from "altcha-lib/v1";
import type { Puzzle } from "./captcha.ts";

/** Tries numbers until one fits. That takes seconds of a phone's processor, which must not block the page. */
addEventListener("message", ({ data }: MessageEvent<Puzzle>) => {
  const { challenge, salt, algorithm, maxnumber } = data;
  void solveChallenge(challenge, salt, algorithm, maxnumber).promise.then((solution) =>
    postMessage(solution?.number ?? null),
  );
});
