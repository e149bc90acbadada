import type { CommentMode } from "@daymark/domain/community/thread";
import { useEffect, useState } from "react";
import { useApp, useSessionStatus } from "../../../../lib/app.ts";

/** Whether the reader may comment here: if comments are closed, only admins may. */
export function useMayWrite(mode: CommentMode): boolean {
  const app = useApp();
  const status = useSessionStatus();
  const [isAdmin, setAdmin] = useState(false);
  const isAsked = mode === "closed" && status === "user";
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    const ask = async () => (await import("../../../../lib/staff.ts")).isStaff(app);
    // If the query fails, the user is unknown and sees, like other readers, that comments are closed.
    ask().then(
      (answer) => isWanted && setAdmin(answer),
      () => {},
    );
    return () => {
      isWanted = false;
      setAdmin(false);
    };
  }, [isAsked, app]);
  return mode === "open" || isAdmin;
}
