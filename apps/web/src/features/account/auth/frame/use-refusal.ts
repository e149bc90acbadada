import { useState } from "react";
import { useApp } from "../../../../lib/app.ts";
import { problemOf, retryAfterDefaultSeconds } from "../../../../lib/network/problem.ts";

/** What a form shows of a call that was refused as a whole, beside the message on top of the page. */
export function useRefusal() {
  const { browser, languages } = useApp();
  const [notice, setNotice] = useState<string | null>(null);
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  return {
    /** A sentence for the form itself, where the message on top is not shown again. */
    notice,
    /** Until when sending again makes no sense. */
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
