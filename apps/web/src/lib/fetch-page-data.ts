import { getUntypedClient } from "@trpc/client";
import { apiOf } from "./api.tsx";
import type { App } from "./app.ts";
import { isForEveryCall, problemOf } from "./network/problem.ts";
import type { Ask } from "./page/page-data.ts";

/** Fetches a public page's data over tRPC as the current user. This module is loaded at the first navigation. */
export const fetchPageData =
  (app: App): Ask =>
  async (name, input) => {
    try {
      return { data: await getUntypedClient(apiOf(app).client).query(name, input) };
    } catch (error) {
      const problem = problemOf(error);
      if (isForEveryCall(problem)) void app.browser?.report.failure(error);
      return { problem: problem ?? { code: "unavailable", status: 503 } };
    }
  };
