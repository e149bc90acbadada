import type { Page } from "playwright-core";
import { expect, messageOf, type Stage } from "./stage.ts";
import type { User } from "./user.ts";

/** Logs out by the menu, and waits until the page of the person is gone. */
export async function logOut(stage: Stage, page: Page, user: User): Promise<void> {
  // Calls of the dashboard may be under way; they are refused then, and the browser notes it.
  stage.expectError(/status of 401/);
  await page.getByText(user.username).first().click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await messageOf(page, "You have successfully logged out!").waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await expect.poll(() => page.getByRole("grid").count()).toBe(0);
}
