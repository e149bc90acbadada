import type { Page } from "playwright-core";
import { accessibilityFaults } from "./axe.ts";
import { openDashboard } from "./calendar.ts";
import { daysAgo } from "./day.ts";
import { expect, type Stage, test, widths } from "./stage.ts";
import type { User } from "./user.ts";
import { wordsOf } from "./words.ts";

const languages = ["en", "uk"] as const;
const themes = ["light", "dark"] as const;
const combinations = languages.flatMap((language) => themes.map((theme) => ({ language, theme })));

const guestPaths = [
  "/",
  "/signup",
  "/login",
  "/verify-email",
  "/reset-password",
  "/reset-password?token=nonsense",
  "/not-me?token=nonsense",
  "/oauth/google",
  "/privacy-policy",
  "/terms-and-conditions",
  "/not-found",
];

/** Looks at a page at both widths; a page that scrolls sideways at 320 px fails WCAG 2.2, 1.4.10. */
async function look(page: Page, name: string, faults: string[]) {
  for (const width of [widths.phone, widths.desktop]) {
    await page.setViewportSize({ width, height: 800 });
    for (const fault of await accessibilityFaults(page)) faults.push(`${name} at ${width}: ${fault}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`${name} at ${width}: ${overflow} px too wide`);
  }
}

test.for(combinations)("axe finds nothing on a guest's pages, $language, $theme", async (visit, { stage }) => {
  stage.expectError(/status of 40[01]/);
  const page = await stage.visit(visit);
  const faults: string[] = [];
  for (const path of guestPaths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await look(page, path, faults);
  }
  await page.goto("/signup", { waitUntil: "networkidle" });
  await page.locator("main form button[type=submit]").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await look(page, "/signup with errors", faults);
  await page.evaluate(() => sessionStorage.setItem("pendingLogIn", '{"challenge":"nonsense"}'));
  await page.goto("/login/2fa", { waitUntil: "networkidle" });
  await page.locator("input[name=code]").fill("123456");
  await page.locator("p[data-type]").waitFor();
  await look(page, "/login, back from /login/2fa", faults);
  await page.evaluate(() => sessionStorage.setItem("pendingLogIn", '{"challenge":"nonsense"}'));
  await page.goto("/login/2fa", { waitUntil: "networkidle" });
  await look(page, "/login/2fa", faults);
  expect(faults).toEqual([]);
});

/** Every result a day can have, notes, and a text long enough to need its room. */
async function createFullUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  const read = await user.createHabit({
    title: "Read a book before the day begins",
    target: 30,
    unit: "minutes",
    hue: 225,
  });
  const walk = await user.createHabit({ title: "Walk", hue: 135 });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2, hue: 0 });
  for (const back of [1, 2, 3, 6, 7]) await user.record(read, daysAgo(back), 35);
  await user.record(read, daysAgo(4), 12);
  for (const back of [0, 1, 2, 5]) await user.record(walk, daysAgo(back), 1);
  await user.record(sweets, daysAgo(2), 4);
  await user.call("PUT", `/habits/${walk.id}/progress/${daysAgo(3)}/`, { skipped: true });
  await user.call("PUT", `/habits/${read.id}/progress/${daysAgo(1)}/`, { note: "On the train" });
  await user.call("POST", "/notes/", { text: "Ask the library about the second volume", pinned: true });
  await user.call("POST", "/notes/", { text: "Shoes" });
  return user;
}

test.for(combinations)("axe finds nothing on the dashboard, $language, $theme", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  const faults: string[] = [];
  const empty = await stage.visit({ ...visit, as: await stage.createUser() });
  await empty.goto("/dashboard", { waitUntil: "networkidle" });
  await look(empty, "first run", faults);

  const page = await stage.visit({ ...visit, as: await createFullUser(stage) });
  await openDashboard(page);
  for (const layout of ["horizontal", "vertical"]) {
    await page.evaluate((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
    await page.reload({ waitUntil: "networkidle" });
    await page.getByRole("grid").waitFor();
    await look(page, `dashboard, ${layout}`, faults);
  }
  await page.setViewportSize({ width: widths.desktop, height: 800 });
  await page.getByRole("button", { name: words("New habit") }).click();
  await page.getByRole("dialog").waitFor();
  await look(page, "habit dialog", faults);
  expect(faults).toEqual([]);
});
