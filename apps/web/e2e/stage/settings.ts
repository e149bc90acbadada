import type { Locator, Page } from "playwright-core";
import { linkIn, waitForMailWith } from "./mail.ts";
import type { Stage } from "./stage.ts";
import type { User } from "./user.ts";

/** A card or a row of the settings, found by its heading. */
export function section(page: Page, title: string): Locator {
  return page.locator("section", { has: page.getByRole("heading", { name: title, exact: true, level: 2 }) });
}

export async function openSettings(
  page: Page,
  path: "/settings" | "/settings/security" | "/settings/connections",
): Promise<void> {
  await page.goto(path);
  await page.locator("main section").first().waitFor();
}

/** The topmost open dialog. */
export function dialogOf(page: Page): Locator {
  return page.locator('[role="dialog"], [role="alertdialog"]').last();
}

/** A button of the topmost dialog, by its name. */
export function dialogButton(page: Page, name: string): Locator {
  return dialogOf(page).getByRole("button", { name, exact: true });
}

/** Creates a user who has opened the link in the verification mail. */
export async function createVerifiedUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await verify(user, stage.mailDirectory, user.email);
  return user;
}

/** Verifies an address by the link in its mail. */
export async function verify(user: User, mailDirectory: string, address: string): Promise<void> {
  const link = linkIn(await waitForMailWith(mailDirectory, address, "/verify-email"), "/verify-email");
  await user.call("PATCH", `/verify-email/${new URL(link).searchParams.get("token")}/`);
}

export interface Profile {
  username: string;
  email_verified: boolean;
  pending_email: string | null;
  newsletter_subscriber: boolean;
  two_factor_enabled: boolean;
}

/** Lists buttons and links, outside of running text, that are smaller than 44 px in either direction. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.locator("main button:visible, main nav a:visible, [role=dialog] button:visible").evaluateAll((targets) =>
    targets
      .map((target) => ({
        name: target.textContent || target.getAttribute("aria-label"),
        box: target.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ name, box }) => `${name} is ${Math.round(box.width)} × ${Math.round(box.height)} px`),
  );
}
