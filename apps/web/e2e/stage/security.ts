import type { Locator, Page } from "playwright-core";
import { type Authenticator, authenticatorOf } from "./authenticator.ts";
import { dialogButton, dialogOf } from "./settings.ts";
import { password, type User } from "./user.ts";
import { wordsOf } from "./words.ts";

/** Calls the REST API and returns its answer with any status. */
export async function callApi(
  url: string,
  method: string,
  path: string,
  options: { access?: string; body?: object } = {},
) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(options.body && { "content-type": "application/json" }),
      ...(options.access && { authorization: `Bearer ${options.access}` }),
    },
    ...(options.body && { body: JSON.stringify(options.body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Logs in over the API as a device with this user agent. */
export async function logInFrom(
  url: string,
  user: User,
  userAgent: string,
): Promise<{ access: string; refresh: string }> {
  const answer = await fetch(`${url}/api/auth/token/`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ username: user.username, password, remember_me: true }),
  });
  return (await answer.json()) as { access: string; refresh: string };
}

export const firefoxOnWindows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
export const safariOnPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** An authenticator app with the secret that the open dialog shows. */
export async function readAuthenticator(page: Page): Promise<Authenticator> {
  return authenticatorOf(((await page.locator("[data-secret]").textContent()) ?? "").replaceAll(" ", ""));
}

/**
 * Turns on two-factor authentication in the open settings. Returns the app with the secret, and the backup codes that
 * the dialog showed.
 */
export async function turnOnTwoFactor(
  page: Page,
  words = wordsOf("en"),
): Promise<{ app: Authenticator; codes: string[] }> {
  await page.getByRole("button", { name: words("Turn on") }).click();
  await dialogOf(page).getByLabel(words("Your password"), { exact: true }).fill(password);
  await dialogButton(page, words("Continue")).click();
  const app = await readAuthenticator(page);
  // The form submits itself after the sixth digit.
  await dialogOf(page).getByLabel(words("Security code")).pressSequentially(app.nextCode());
  await page.locator("[data-backup-code]").first().waitFor();
  const codes = await page
    .locator("[data-backup-code]")
    .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.backupCode ?? ""));
  return { app, codes };
}

/** Confirms that the user saved the codes, which the dialog shows only once, and closes it. */
export async function acknowledge(page: Page, words = wordsOf("en")) {
  await dialogOf(page).getByRole("checkbox").check();
  await dialogButton(page, words("Done")).click();
  await dialogOf(page).waitFor({ state: "detached" });
}

/** Waits until a refused form can be submitted again. It shows the reason a moment before its call has ended. */
export async function untilSubmittable(form: Locator): Promise<void> {
  await form.locator("[aria-busy=true]").waitFor({ state: "detached" });
}

/**
 * Answers the next call of a procedure as the server does when the log-in is more than ten minutes old. Later calls
 * reach the server.
 */
export async function requireStepUpOnce(page: Page, procedure: string) {
  const data = { code: "step_up_required", status: 403, path: procedure };
  await page.route(
    `**/trpc/${procedure}*`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/json",
        body: JSON.stringify([{ error: { json: { message: data.code, code: -32003, data } } }]),
      }),
    { times: 1 },
  );
}
