import { type RefObject, useState } from "react";
import { useApp } from "../../../../lib/app.ts";

/** Why the server or the page refused the text of a field. A refusal moves the focus back to the field. */
export function useRefusal(field: RefObject<HTMLTextAreaElement | null>) {
  const app = useApp();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [waitUntilMs, setWaitUntilMs] = useState(0);

  const show = (messages: readonly string[]) => {
    setErrors(messages);
    field.current?.focus();
  };

  /** Fetches the error messages early: a lost network can then be reported too. */
  const fetchWords = async () => {
    const [words] = await Promise.all([import("./refusal-words.ts"), app.languages.need("messages")]);
    return words;
  };

  return {
    errors,
    /**
     * Until when the server accepts nothing from this writer, in milliseconds since the epoch; 0 if it accepts text
     * now.
     */
    waitUntilMs,
    fetchWords,
    clear: () => setErrors([]),
    async explain(error: unknown): Promise<void> {
      const words = await fetchWords().catch(() => null);
      if (!words) return void app.browser?.report.failure(error);
      const { isToldOnTop, refusalWords, waitMs } = words;
      setWaitUntilMs(Date.now() + waitMs(error));
      // Rate limits are shown on top of the page; other errors concern this text.
      if (isToldOnTop(error) && (await app.browser?.report.failure(error))) return;
      show(refusalWords(app.languages.i18n, error));
    },
    async refuseEmpty(): Promise<void> {
      await fetchWords();
      const { emptyWords } = await import("./refusal-words.ts");
      show(emptyWords(app.languages.i18n));
    },
  };
}
