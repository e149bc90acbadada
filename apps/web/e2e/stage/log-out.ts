import type { Page } from "playwright-core";
import { expect, messageOf, type Stage } from "./stage.ts";
import type { User } from "./user.ts";

/** Logs out through the menu and waits until the user's page is gone. */
export async function logOut(stage: Stage, page: Page, user: User): Promise<void> {
  // The dashboard may have calls under way. The server refuses them after the log-out, and the browser reports each.
  stage.expectError(/status of 401/);
  await page.getByText(user.username).first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await messageOf(page, "You have successfully logged out!").waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await expect.poll(() => page.getByRole("grid").count()).toBe(0);
}
