import { useState } from "react";
import { useApp } from "../../../../lib/app.ts";
import { problemOf, retryAfterDefaultSeconds } from "../../../../lib/network/problem.ts";

/** The error that a form shows for a refused call, in addition to the message on top of the page. */
export function useRefusal() {
  const { browser, languages } = useApp();
  const [notice, setNotice] = useState<string | null>(null);
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  return {
    /** A message for the form itself, if no message is shown on top. */
    notice,
    /** Until when a retry makes no sense. */
    waitUntilMs,
    async tell(error: unknown) {
      setNotice(null);
      const problem = problemOf(error);
      if (problem?.status === 429) {
        setWaitUntilMs(Date.now() + (problem.retryAfter ?? retryAfterDefaultSeconds) * 1000);
      }
      if (!browser || (await browser.report.failure(error))) return;
      setNotice((await import("../../../../lib/messages/sentence.ts")).sentence(languages.i18n, error));
    },
  };
}
