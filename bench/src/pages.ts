import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { type FirstLoad, lastUserRequests, measureFirstLoad } from "@daymark/web/e2e/stage/first-load";
import { chromium } from "playwright-core";
import type { Person } from "./people.ts";
import { postPath } from "./public.ts";

/** The size of a page's first load, as apps/web/e2e/pages/budget.test.ts counts it. */
export interface PageBytes extends FirstLoad {
  page: string;
}

const guestPages = ["/", "/blog", postPath, "/feature-requests", "/support-us", "/privacy-policy", "/signup"];
const userPages = ["/dashboard", "/settings"];

/** Opens each page in a new browser and counts all that it loads without an action. */
export async function measurePages(url: string, person: Person): Promise<PageBytes[]> {
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  const load = async (path: string, refresh: string | null): Promise<PageBytes> => {
    const stored = refresh === null ? [] : Object.entries({ refreshToken: refresh, rememberMe: "true" });
    const context = await browser.newContext({
      serviceWorkers: "block",
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: stored.map(([name, value]) => ({ name, value })) }],
      },
    });
    const page = await context.newPage();
    const awaited = refresh === null ? [] : lastUserRequests;
    const bytes = await measureFirstLoad(page, { url, path, awaited });
    await context.close();
    return { page: path, ...bytes };
  };
  try {
    const results: PageBytes[] = [];
    for (const path of guestPages) results.push(await load(path, null));
    for (const path of userPages) results.push(await load(path, await logIn(url, person)));
    return results;
  } finally {
    await browser.close();
  }
}

/** Logs in for a separate refresh token, because a page replaces the token that it uses. */
async function logIn(url: string, { username, password }: Person): Promise<string> {
  const answer = await fetch(`${url}/api/auth/token/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password, remember_me: true }),
  });
  if (!answer.ok) throw new Error(`The log-in answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { refresh: string }).refresh;
}
