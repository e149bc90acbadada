import type { SuccessCode } from "@daymark/domain/base/successes";
import { useRouter } from "@tanstack/react-router";
import { useApp } from "../../../../lib/app.ts";
import type { Thread } from "./thread.ts";

/** The successes that were reported since the document was loaded. */
const toldOnce = new Set<SuccessCode>();

/** Functions that every part of a thread needs. */
export function useThread(thread: Thread) {
  const app = useApp();
  const router = useRouter();
  return {
    /** The API calls, fetched when they are first needed. */
    calls: async () => (await import("./thread-calls.ts")).callsOf(app, thread),
    /**
     * True for a logged-in user. A guest is led to the log-in, and returns to this page afterwards.
     *
     * @param place id of the element to return to
     * @param onLeave called before a guest leaves, with the path to which they return
     */
    async mayAct(place: string, onLeave?: (path: string) => void): Promise<boolean> {
      const session = app.browser?.session;
      if (!session) return false;
      await session.launch();
      if (session.status === "user") return true;
      const { pathname, searchStr } = router.latestLocation;
      const next = `${pathname}${searchStr}#${place}`;
      onLeave?.(next);
      await router.navigate({ to: "/login", search: { next } });
      return false;
    },
    tell: (error: unknown) => app.browser?.report.failure(error) ?? Promise.resolve(false),
    /** Reports a success the first time only: the page shows the change too, and a message for each press would disturb. */
    tellOnce(code: SuccessCode) {
      if (toldOnce.has(code)) return;
      toldOnce.add(code);
      void app.browser?.report.success(code);
    },
  };
}
