import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { publish, uploadPicture } from "../community/blog-post.ts";
import { rows } from "../community/writing.ts";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { openPalette } from "../stage/command.ts";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { untilLoaded } from "../stage/requests.ts";
import { openSettings } from "../stage/settings.ts";
import { expect, test } from "../stage/stage.ts";
import { createUser, type Habit } from "../stage/user.ts";

const payloads = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(2)>`,
  `'"--></title></style></textarea></script><svg onload=alert(3)>`,
  `javascript:alert(4)//https://example.org/`,
  `{{constructor.constructor('alert(5)')()}} \${alert(6)}`,
  `</script><script type="application/ld+json">{"@type":"x"}</script>\u2028`,
  `<a href="javascript:alert(7)">x</a> https://example.org/"onmouseover="alert(8)`,
  `%3Cscript%3Ealert(9)%3C/script%3E &lt;img src=x onerror=alert(10)&gt;`,
];

/** Lists what a page must not contain: event handlers in attributes, and URLs that run code. */
function dangersIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes].flatMap(({ name, value }) =>
        /^on/i.test(name) ||
        (/^(href|src|action|formaction|data|xlink:href)$/.test(name) && /^\s*javascript:/i.test(value))
          ? [`${element.tagName} ${name}=${value}`]
          : [],
      ),
    ),
  );
}

/** Collects the dialogs that injected code opened. */
function watchDialogs(page: Page): string[] {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return dialogs;
}

/** A violation of the Content-Security-Policy is a console error, which fails every test. */
test("public text of users never becomes code, on any page", async ({ stage }) => {
  // The pictures do not exist.
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const reader = await createReader(stage);
  const all = payloads.join(" ");
  const { slug } = await publish(admin, {
    title: all.slice(0, 150),
    description: all.slice(0, 300),
    blocks: payloads.flatMap((text) => [
      { kind: "title", text: text.slice(0, 150) },
      { kind: "subtitle", text: text.slice(0, 150) },
      { kind: "paragraph", text },
      { kind: "link", text, url: `${stage.url}/?q=${text.replace("\u2028", "")}` },
      { kind: "image", url: `${stage.url}/missing.png?q=${text.replace("\u2028", "")}`, alt: text },
      { kind: "divider" },
    ]),
  });
  let parent: number | undefined;
  for (const text of payloads) {
    const { id } = await reader.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, {
      text,
      ...(parent && { parent_id: parent }),
    });
    parent ??= id;
  }
  const reported = await reader.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, { text: all });
  const reporter = await createReader(stage);
  const said = { reason: "other", details: all.slice(0, 500) };
  await reporter.call("POST", `/blogs/${slug}/comments/${reported.id}/report/`, said);
  await admin.call("POST", "/admin/moderation/bans/", { username: reporter.username, reason: all.slice(0, 500) });
  for (const visit of [{}, { as: reader }, { as: admin, language: "uk" as const }]) {
    const page = await stage.visit(visit);
    const dialogs = watchDialogs(page);
    for (const path of [
      `/blog/${slug}`,
      "/blog?language=all",
      `/blog?search=${encodeURIComponent(payloads[1] ?? "")}`,
    ]) {
      await page.goto(path);
      await untilLoaded(page);
      expect(await dangersIn(page)).toEqual([]);
    }
    // The same holds for content that scripts fetch and render.
    await page.goto(`/blog?language=all&search=${encodeURIComponent(payloads[1] ?? "")}`);
    await page.locator(`main a[href="/blog/${slug}"]`).first().click();
    await page.locator(".post-text").waitFor();
    for (const text of payloads) await page.locator(".post-text p", { hasText: text.trim() }).first().waitFor();
    await page
      .locator("article[id^=comment-]", { hasText: payloads[0] ?? "" })
      .first()
      .waitFor();
    await untilLoaded(page);
    expect(await dangersIn(page)).toEqual([]);
    if ("as" in visit && visit.as === admin) {
      await page.goto("/admin/moderation");
      await page.getByText(said.details.slice(0, 40)).first().waitFor();
      await page.getByText(reporter.username).waitFor();
      await untilLoaded(page);
      expect(await dangersIn(page)).toEqual([]);
    }
    expect(dialogs).toEqual([]);
  }
});

let product: Product;
// Passkeys need a host name, which the shared product does not have.
beforeAll(async () => {
  product = await startProduct({ hostname: "localhost" });
});
afterAll(() => product.stop());

test("private text of users never becomes code, whether saved, searched or unsent", async ({ stage }) => {
  const { url, mailDirectory } = product;
  const own = { mailDirectory, createUser: () => createUser(url) };
  const user = await createReader(own);
  await putOnPaidPlan(own, user);
  const habits: Habit[] = [];
  for (const text of payloads) {
    const words = { title: text.slice(0, 80), description: text, group_name: text.slice(0, 40) };
    const measure = { type: "good", target: 1, unit: "repetitions", hue: 0 };
    const habit = await user.call<Habit>("POST", "/habits/", { ...words, ...measure });
    habits.push(habit);
    await user.call("PUT", `/habits/${habit.id}/progress/${daysAgo(0)}/`, { value: 1, note: text });
    await user.call("POST", "/notes/", { text, pinned: true });
    await user.call("POST", "/api-keys/", { name: text.slice(0, 80), scopes: ["read"] });
  }
  await inDatabase(own, async (sql) => {
    for (const [index, text] of payloads.entries()) {
      await sql`
        insert into passkeys (id, user_id, name, public_key)
        select ${`${user.username}-${index}`}, id, ${text.slice(0, 60)}, 'none' from users where username = ${user.username}`;
    }
  });
  const page = await stage.visit({ as: user, url });
  const dialogs = watchDialogs(page);
  const expectHarmless = async (...shown: string[]) => {
    for (const text of shown) await page.getByText(text.trim()).first().waitFor({ state: "attached" });
    expect(await dangersIn(page)).toEqual([]);
  };
  const titles = habits.map(({ title }) => title);
  const titlesOf = () =>
    page.locator("[data-habit-header]").evaluateAll((all) => all.map((header) => (header as HTMLElement).title));
  await openDashboard(page);
  await expect.poll(titlesOf).toEqual(titles);
  for (const habit of habits.slice(0, 2)) {
    await cellOf(page, habit, daysAgo(0)).focus();
    await page.keyboard.press("n");
    await expect
      .poll(() => page.getByLabel("Note", { exact: true }).inputValue())
      .toBe(payloads[habits.indexOf(habit)]);
    await expectHarmless();
    await page.keyboard.press("Escape");
  }
  await openPalette(page);
  await page.keyboard.type("script");
  await page.getByRole("option").first().waitFor();
  await expectHarmless();
  await page.keyboard.press("Escape");
  for (const layout of ["Vertical layout", "Year at a glance"]) {
    await page.getByRole("button", { name: layout, exact: true }).click();
    await expect.poll(titlesOf).toEqual(titles);
    await expectHarmless();
  }
  await page.goto(`/dashboard?statistics=${habits[1]?.id}&q=${encodeURIComponent(payloads[1] ?? "")}`);
  await page
    .getByRole("dialog")
    .getByText(titles[1] ?? "")
    .first()
    .waitFor();
  await expectHarmless(...titles.slice(1, 2));
  await page.goto("/dashboard?analytics=0");
  await page.getByRole("dialog").waitFor();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expectHarmless(...titles);
  await openSettings(page, "/settings/security");
  await expectHarmless(...titles, ...payloads.map((text) => text.slice(0, 60)));

  await page.goto("/feature-requests/new");
  const [title, details] = [page.locator("main form input").first(), page.locator("main form textarea")];
  const typed = payloads.join("\n");
  await title.fill(typed.slice(0, 120).replaceAll("\n", " "));
  await details.fill(typed);
  await page.reload();
  await page.getByText("Your unsent text is back.").waitFor();
  await expectHarmless();
  expect(dialogs).toEqual([]);
});

test("text that admins search, draft, or read in logs and the audit trail never becomes code", async ({ stage }) => {
  const { url, mailDirectory } = product;
  const admin = await createAdmin({ mailDirectory, createUser: () => createUser(url) });
  const all = payloads.join(" ");
  const day = "2026-03-14";
  const logs = join(mailDirectory, "..", "logs", "markup");
  mkdirSync(logs, { recursive: true });
  const lines = payloads.map((text, index) => {
    const time = `${day}T10:00:0${index}.000Z`;
    return `${JSON.stringify({ level: "error", time, url: text, [text]: { [text]: text }, message: text })}\n${text}\n`;
  });
  writeFileSync(join(logs, `${day}.log`), lines.join(""));
  await inDatabase({ mailDirectory }, async (sql) => {
    for (const text of payloads) {
      const details = sql.json({ [text]: text });
      await sql`
        insert into admin_actions (action, target, details, outcome) values (${text}, ${text}, ${details}, ${text})`;
    }
  });
  const drafts: number[] = [];
  for (const text of payloads) {
    const blocks = [
      { kind: "paragraph", text },
      { kind: "link", text, url: text },
      { kind: "image", url: text, alt: text },
    ];
    const content = { title: text, description: text, slug: text, language: "en", translation_of: null, blocks };
    drafts.push((await admin.call<{ id: number }>("POST", "/blog-drafts/", { content })).id);
  }
  const page = await stage.visit({ as: admin, url });
  const dialogs = watchDialogs(page);
  const open = async (path: string, ...shown: string[]) => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
    for (const text of shown) await page.getByText(text.trim()).first().waitFor();
    expect(await dangersIn(page)).toEqual([]);
  };
  const searched = encodeURIComponent(payloads[1] ?? "");
  // Two uploads of the same picture are one image, with the newest description.
  for (const alt of [all.slice(0, 300), all.slice(-300)]) {
    await uploadPicture(url, admin, alt);
    await open("/admin/images", alt);
  }
  await page.getByRole("main").getByRole("listitem").getByRole("button").first().click();
  await page.getByRole("dialog").waitFor();
  await open("/admin/audit", ...payloads);
  await open(`/admin/audit?actor=${searched}&target=${searched}&action=${searched}`);
  await open(`/admin/users?search=${searched}`);
  await open(`/logs/markup/${day}.log`, ...payloads);
  for (const row of await page.locator("[data-row]").all()) await row.click();
  expect(await dangersIn(page)).toEqual([]);
  await open(`/logs/markup/${day}.log?search=${searched}`, payloads[1] ?? "");
  await open("/blog", ...payloads);
  for (const id of [drafts[1], drafts[3]]) {
    await page.goto(`/blog/new?draft=${id}`);
    await rows(page).nth(2).waitFor();
    expect(await dangersIn(page)).toEqual([]);
  }
  expect(dialogs).toEqual([]);
});
