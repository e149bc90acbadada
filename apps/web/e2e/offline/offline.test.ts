import { instantOfClockTime } from "@daymark/domain/day-log/clock-time";
import type { Page } from "playwright-core";
import { waitUntilCached } from "../pages/restored.ts";
import { cellOf, expectResult, holdCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo, noonZone } from "../stage/day.ts";
import { startProduct } from "../stage/product.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { createUser, logIn } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { noNetwork } from "./no-network.ts";

/** The server answers 409 if the stored day differs from the one the client expects. */
const compared = /status of 409/;
const [today, yesterday] = [daysAgo(0), daysAgo(1)];

/** Counts the writes of days that the page sends. */
function countWrites(page: Page): () => number {
  let count = 0;
  page.on("requestfinished", (request) => {
    if (/\/trpc\/[^?]*progress\.(set|increment|delete)/.test(request.url())) count += 1;
  });
  return () => count;
}

const nameOf = (page: Page, habit: { id: number }, day: string) => cellOf(page, habit, day).getAttribute("aria-label");

const waits = {
  en: ["1 change waiting to be saved", "2 changes waiting to be saved"],
  uk: ["1 зміна чекає на збереження", "2 зміни чекають на збереження"],
} as const;

/** Expects that Chromium can install the page as an app, with a manifest in the language of the page. */
async function expectInstallable(page: Page, language: "en" | "uk") {
  const cdp = await page.context().newCDPSession(page);
  const { errors, data = "{}" } = await cdp.send("Page.getAppManifest");
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  // A test's browser counts as incognito, which is the only reason against the installation.
  const against = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  expect([errors, against]).toEqual([[], []]);
  const words = wordsOf(language);
  const manifest = JSON.parse(data) as { lang: string; shortcuts: { name: string }[]; icons: { src: string }[] };
  expect([manifest.lang, manifest.shortcuts.map(({ name }) => name)]).toEqual([
    language,
    [words("Dashboard"), words("Settings")],
  ]);
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
}

test.for(mouseAndTouch)(
  "the dashboard opens offline, marks queued days, keeps them through a reload and sends them once, and can be installed, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const waiting = words("waiting to be saved");
    const offline = words("Offline, as of {0}").replace("{0}", "");
    stage.expectError(noNetwork);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    await user.record(habit, yesterday, 1);
    const page = await stage.visit({ ...visit, as: user, withServiceWorker: true });
    await openDashboard(page);
    await waitUntilCached(page, visit.language);
    await expectInstallable(page, visit.language);
    await page.context().setOffline(true);
    await page.reload();
    await expectResult(page, habit, yesterday, "achieved");
    await page.getByText(new RegExp(`${offline}\\d`)).waitFor();
    expect(await page.locator(`td[data-day="${today}"]`).getAttribute("aria-current")).toBe("date");

    await press(cellOf(page, habit, today), visit);
    await expect.poll(() => nameOf(page, habit, today)).toContain(waiting);
    await expectResult(page, habit, today, "achieved");
    await page.getByText(waits[visit.language][0]).waitFor();
    await page.reload();
    await expect.poll(() => nameOf(page, habit, today)).toContain(waiting);
    await expectResult(page, habit, today, "achieved");
    await press(cellOf(page, habit, yesterday), visit);
    await page.getByText(waits[visit.language][1]).waitFor();
    expect(await user.recorded(habit, today)).toBeNull();

    const writes = countWrites(page);
    await page.context().setOffline(false);
    await expect.poll(() => user.recorded(habit, today)).toBe(1);
    await expect.poll(() => user.recorded(habit, yesterday)).toBeNull();
    await expect.poll(() => nameOf(page, habit, today)).not.toContain(waiting);
    const status = page.getByRole("status").filter({ hasText: new RegExp(`wait|чека|${offline}`) });
    await expect.poll(() => status.count()).toBe(0);
    await expect.poll(writes).toBe(2);
    await page.reload();
    await expectResult(page, habit, today, "achieved");
    expect(await nameOf(page, habit, yesterday)).not.toContain(words("goal achieved"));
  },
);

test.for(mouseAndTouch)(
  "without a connection the page shows the loaded log of a day, and counts new entries in its amount once, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    stage.expectError(noNetwork);
    const user = await stage.createUser();
    const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
    const at = instantOfClockTime(yesterday, "07:30", { timezone: noonZone, dayStartHour: 0 });
    await user.call("POST", `/habits/${walk.id}/log/`, { value: 20, at });
    const items = async () => {
      const path = `/habits/${walk.id}/log/?date=${yesterday}`;
      const { results } = await user.call<{ results: { at: string; value: number; unit: string }[] }>("GET", path);
      return results.map(({ at, value, unit }) => [at, value, unit]);
    };
    const page = await stage.visit({ ...visit, as: user, withServiceWorker: true });
    const dialog = page.getByRole("dialog");
    const lines = dialog.getByRole("listitem");
    const button = (name: string) => dialog.getByRole("button", { name, exact: true });
    const openDay = async () => {
      // A tap records the goal; holding the cell opens its entry.
      if (visit.touch) await holdCell(page, walk, yesterday);
      else await cellOf(page, walk, yesterday).click();
    };
    await openDashboard(page);
    await openDay();
    await expect.poll(() => lines.count()).toBe(1);
    await page.keyboard.press("Escape");
    await waitUntilCached(page, visit.language);
    await page.context().setOffline(true);
    await page.reload();
    await expectResult(page, walk, yesterday, "not_achieved");
    await openDay();
    await dialog
      .getByText(words("Offline, you can only add entries. You can change and delete them once you are online."))
      .waitFor();
    expect(await lines.first().textContent()).toContain("07:30");
    expect(await lines.first().getByRole("button").first().isDisabled()).toBe(true);
    const add = async (time: string, amount: string) => {
      await press(button(words("Add an entry")), visit);
      await dialog.getByLabel(words("Time"), { exact: true }).fill(time);
      await dialog.getByLabel(new RegExp(`^${words("Amount")}, `)).fill(amount);
      await dialog.getByLabel(words("Unit of the entry"), { exact: true }).selectOption("hours");
      await press(button(words("Add")), visit);
    };
    await add("18:05", "1");
    await expect.poll(() => lines.count()).toBe(2);
    await add("19:00", "3");
    await expect.poll(() => lines.count()).toBe(3);
    expect(await lines.nth(1).textContent()).toContain(words("not saved yet"));
    const amount = dialog.getByLabel(words("Amount"), { exact: true });
    await expect.poll(() => amount.inputValue()).toBe("260");
    await press(lines.nth(2).getByRole("button"), visit);
    await expect.poll(() => lines.count()).toBe(2);
    await expect.poll(() => amount.inputValue()).toBe("80");
    await page.reload();
    await page.getByText(waits[visit.language][0]).waitFor();
    await expect.poll(() => nameOf(page, walk, yesterday)).toContain(words("waiting to be saved"));
    await expectResult(page, walk, yesterday, "achieved");
    const waiting = await nameOf(page, walk, yesterday);

    await page.context().setOffline(false);
    const later = instantOfClockTime(yesterday, "18:05", { timezone: noonZone, dayStartHour: 0 });
    await expect.poll(items).toEqual([
      [at, 20, "minutes"],
      [later, 1, "hours"],
    ]);
    const saved = waiting?.replace(`, ${words("waiting to be saved")}`, "");
    await expect.poll(() => nameOf(page, walk, yesterday)).toBe(saved);
    await expectResult(page, walk, yesterday, "achieved");
  },
);

test("a log entry that the server refuses stays visible with its amount and reason until the user decides", async ({
  stage,
}) => {
  stage.expectError(noNetwork);
  stage.expectError(/status of 409/);
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  const page = await stage.visit({ as: user });
  const dialog = page.getByRole("dialog");
  await openDashboard(page);
  await cellOf(page, walk, yesterday).click();
  await dialog.getByText("No entries yet.").waitFor();
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Add an entry", exact: true }).click();
  await dialog.getByLabel(/^Amount, /).fill("25");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("not saved yet").waitFor();
  await expect.poll(() => nameOf(page, walk, yesterday)).toContain("25 minutes");
  await user.call("PATCH", `/habits/${walk.id}/`, { keeps_log: false });
  await page.keyboard.press("Escape");
  await page.context().setOffline(false);
  const card = page.getByRole("region", { name: "1 change needs your decision" });
  await card.getByText("Not saved: 25 minutes.").waitFor();
  expect(await nameOf(page, walk, yesterday)).not.toContain("25 minutes");
  await user.call("PATCH", `/habits/${walk.id}/`, { keeps_log: true });
  await card.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => user.recorded(walk, yesterday)).toBe(25);
  await card.waitFor({ state: "detached" });
});

test("while the server is down the page queues writes, even those with a lost response, and writes no day twice", async ({
  stage,
}) => {
  stage.expectError(noNetwork);
  stage.expectError(compared);
  const product = await startProduct();
  try {
    const user = await createUser(product.url);
    const habit = await user.createHabit({ title: "Read" });
    const page = await stage.visit({ as: user, url: product.url });
    await openDashboard(page);
    await expectResult(page, habit, today, "awaiting");
    await untilLoaded(page);
    // The server stores it, but the response is lost.
    await page.route(/progress\.set/, async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await cellOf(page, habit, today).click();
    await expect.poll(() => user.recorded(habit, today)).toBe(1);
    // Waits for routed answers under way, so that none is aborted in the middle of the next steps.
    await page.unrouteAll({ behavior: "wait" });
    await product.pause();
    await cellOf(page, habit, yesterday).click();
    await expect.poll(() => nameOf(page, habit, yesterday)).toContain("waiting to be saved");
    await product.restart();
    await expect.poll(() => nameOf(page, habit, yesterday)).not.toContain("waiting");
    await expect.poll(() => nameOf(page, habit, today)).not.toContain("waiting");
    const again = await logIn(product.url, user);
    expect([await again.recorded(habit, today), await again.recorded(habit, yesterday)]).toEqual([1, 1]);
    expect(await page.getByRole("region", { name: /decision/ }).count()).toBe(0);
  } finally {
    await product.stop();
  }
});

test("a day changed on two devices shows the newest value and lets the user choose between both", async ({ stage }) => {
  stage.expectError(noNetwork);
  stage.expectError(compared);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await untilLoaded(page);
  await page.context().setOffline(true);
  for (const day of [today, yesterday]) {
    await cellOf(page, habit, day).focus();
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await expect.poll(() => nameOf(page, habit, day)).toContain("waiting to be saved");
    await user.record(habit, day, 3);
  }
  await page.context().setOffline(false);
  const card = page.getByRole("region", { name: "2 changes need your decision" });
  await card.waitFor();
  await expect.poll(() => nameOf(page, habit, today)).toContain("3 kilometers");
  await page.reload();
  await card.waitFor();
  expect(await card.getByRole("button").allTextContents()).toEqual([
    "Here: 5 kilometers",
    "On another device: 3 kilometers",
    "Here: 5 kilometers",
    "On another device: 3 kilometers",
  ]);
  await card.getByRole("button", { name: "Here: 5 kilometers" }).first().click();
  await expect.poll(() => user.recorded(habit, today)).toBe(5);
  await page.getByRole("region", { name: "1 change needs your decision" }).waitFor();
  await page.getByRole("button", { name: "On another device: 3 kilometers" }).click();
  await expect.poll(() => page.getByRole("region", { name: /decision/ }).count()).toBe(0);
  expect(await user.recorded(habit, yesterday)).toBe(3);
  await expect.poll(() => nameOf(page, habit, today)).toContain("5 kilometers");
});

test("a queued change of a habit that was deleted meanwhile is shown with its value, and the user saves or discards it", async ({
  stage,
}) => {
  stage.expectError(noNetwork);
  stage.expectError(/status of 404/);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Swim", target: 20, unit: "minutes" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await untilLoaded(page);
  await page.context().setOffline(true);
  for (const [day, minutes] of [
    [yesterday, "15"],
    [today, "25"],
  ] as const) {
    await cellOf(page, habit, day).focus();
    await page.keyboard.type(minutes);
    await page.keyboard.press("Enter");
    await expect.poll(() => nameOf(page, habit, day)).toContain("waiting to be saved");
  }
  await user.call("DELETE", `/habits/${habit.id}/`);
  await page.context().setOffline(false);
  const card = page.getByRole("region", { name: /need(?:s)? your decision/ });
  const refused = (minutes: number) => card.getByRole("listitem").filter({ hasText: `Not saved: ${minutes} minutes.` });
  await refused(15).getByText("Swim, ").waitFor();
  // Each refusal that arrives moves the buttons of the others, so the test waits for both before it presses one.
  await refused(25).waitFor();
  await refused(15).getByRole("button", { name: "Discard" }).click();
  await refused(15).waitFor({ state: "detached" });
  await refused(25).waitFor();
  // Another device restores the habit from the trash.
  await user.call("POST", `/habits/${habit.id}/restore/`);
  await refused(25).getByRole("button", { name: "Try again" }).click();
  await card.waitFor({ state: "detached" });
  await expect.poll(() => user.recorded(habit, today)).toBe(25);
  expect(await user.recorded(habit, yesterday)).toBeNull();
});

test("a note typed offline survives a reload and is saved once", async ({ stage }) => {
  stage.expectError(noNetwork);
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  await user.call("POST", "/notes/", { text: "Written before" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await openDashboard(page);
  await waitUntilCached(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "New note" }).click();
  await page.getByRole("textbox", { name: "New note" }).fill("Begun in a tunnel");
  const waiting = page.getByRole("region", { name: "Notes" }).getByText("Waiting to be saved");
  const old = page.getByRole("textbox", { name: /^Note from/ });
  await old.fill("Written before, and after");
  await old.blur();
  await expect.poll(() => waiting.count()).toBe(2);
  await page.reload();
  await expect.poll(() => waiting.count()).toBe(2);
  const texts = () =>
    page
      .getByRole("textbox", { name: /note/i })
      .evaluateAll((fields) => fields.map((f) => (f as HTMLTextAreaElement).value));
  await expect.poll(texts).toEqual(["Begun in a tunnel", "Written before, and after"]);

  await page.context().setOffline(false);
  const saved = async () => {
    const { results } = await user.call<{ results: { text: string }[] }>("GET", "/notes/");
    return results.map(({ text }) => text);
  };
  await expect.poll(saved).toEqual(["Begun in a tunnel", "Written before, and after"]);
  await expect.poll(() => waiting.count()).toBe(0);
  await page.reload();
  await expect.poll(texts).toEqual(["Begun in a tunnel", "Written before, and after"]);
});
