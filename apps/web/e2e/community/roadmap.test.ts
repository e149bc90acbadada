import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { newWord, requestOf, sendRequest } from "./feature-request.ts";

const subjects = {
  en: (title: string) => `In progress: “${title}”`,
  uk: (title: string) => `Уже в роботі: «${title}»`,
};
const openWords = { en: "Open", uk: "Відкрито" };

for (const { language, width, touch } of mouseAndTouch) {
  test(`an admin plans and begins a request, and roadmap, filters and followers' mails show it, in ${language} at ${width} px`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const [author, admin] = [await createReader(stage), await createAdmin(stage)];
    await inDatabase(stage, (sql) => sql`update users set language = ${language} where username = ${author.username}`);
    const word = newWord();
    const request = await sendRequest(author, { title: `A map of ${word}`, notify_me: true }, admin);
    const desk = await stage.visit({ language, width, touch, as: admin });
    await desk.goto(request.path);
    const decide = desk.getByRole("group", { name: words("Decide") });
    const dialog = desk.getByRole("dialog");
    const choose = async (name: string, reply?: string) => {
      await press(decide.getByRole("button", { name: words("Change stage or answer") }), { touch });
      await press(dialog.getByRole("radio", { name, exact: true }), { touch });
      if (reply) await dialog.getByLabel(words("Public answer")).fill(reply);
      await press(dialog.getByRole("button", { name: words("Save changes") }), { touch });
      await dialog.waitFor({ state: "detached" });
      await desk.locator("main article header").getByText(`${openWords[language]} · ${name}`).waitFor();
    };
    const guest = await stage.visit({ language, width, touch });
    const column = (name: string) => guest.getByRole("region", { name: words(name) });

    await choose(words("Planned"), "Next month.");
    expect(await requestOf(admin, request)).toMatchObject({ status: "open", stage: "planned", reply: "Next month." });
    await guest.goto("/feature-requests/roadmap");
    await column("Planned").getByRole("article", { name: request.title }).waitFor();
    expect(await column("Under consideration").getByRole("article", { name: request.title }).count()).toBe(0);

    await choose(words("In progress"));
    await guest.goto("/feature-requests/roadmap");
    const card = column("In progress").getByRole("article", { name: request.title });
    if (touch) {
      // On a phone the columns are below each other, with a link to each.
      const parts = guest.getByRole("navigation", { name: words("Roadmap sections") });
      await press(parts.getByRole("link", { name: words("In progress") }), { touch });
      await expect
        .poll(() => column("In progress").evaluate((part) => Math.round(part.getBoundingClientRect().top) < 300))
        .toBe(true);
    }
    await press(card.getByRole("link", { name: request.title }), { touch });
    await guest.getByText(`${openWords[language]} · ${words("In progress")}`).waitFor();

    // The list links to the same stages.
    await guest.goto(`/feature-requests?search=${word}&status=open`);
    const stages = guest.getByRole("navigation", { name: words("Stage") });
    await press(stages.getByRole("link", { name: words("Planned") }), { touch });
    await guest.getByRole("heading", { name: words("Nothing matches") }).waitFor();
    await press(stages.getByRole("link", { name: words("In progress") }), { touch });
    await guest.getByRole("article", { name: request.title }).waitFor();
    expect(new URL(guest.url()).searchParams.get("stage")).toBe("in_progress");

    const mail = () => waitForMailWith(stage.mailDirectory, author.email, "/unsubscribe");
    await expect.poll(async () => (await mail()).subject).toBe(subjects[language](request.title));
    expect(new URL(linkIn(await mail(), request.path)).pathname).toBe(request.path);
  });
}

for (const { language, width, touch } of mouseAndTouch) {
  test(`the changelog lists shipped requests by month, and roadmap and footer link to it, in ${language} at ${width} px`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const admin = await createAdmin(stage);
    const request = await sendRequest(admin, { title: `News of ${newWord()}` }, admin);
    await admin.call("POST", `${request.path}/reactions/`, { type: "like" });
    await admin.call("POST", `${request.path}/close/`, { reason: "shipped", reply: "Under Settings.\nFor everyone." });
    const page = await stage.visit({ language, width, touch });
    await page.goto("/feature-requests/roadmap");
    await press(page.getByRole("main").getByRole("link", { name: words("Changelog") }), { touch });
    await page.waitForURL("**/changelog");
    await expect.poll(() => page.title()).toBe(`${words("Changelog")} | Daymark`);
    const [month] = await page.getByRole("heading", { level: 2 }).allTextContents();
    expect(month).toContain(String(new Date().getUTCFullYear()));
    const entry = page.getByRole("article", { name: request.title });
    await entry.getByText("Under Settings.\nFor everyone.").waitFor();
    await entry.getByText(language === "en" ? "1 vote" : "1 голос", { exact: true }).waitFor();
    await press(entry.getByRole("link", { name: request.title }), { touch });
    await page.waitForURL(`**${request.path}`);
    await press(
      page.getByRole("navigation", { name: words("Footer") }).getByRole("link", { name: words("Changelog") }),
      {
        touch,
      },
    );
    await page.waitForURL("**/changelog");
  });
}

test("without scripts the changelog is complete, with its feed, its URL and a preview for other sites", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const request = await sendRequest(admin, { title: `News of ${newWord()}` }, admin);
  await admin.call("POST", `${request.path}/close/`, { reason: "shipped" });
  const page = await stage.visit({ scripts: false });
  await page.goto("/changelog");
  await page.getByRole("article", { name: request.title }).waitFor();
  const head = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name);
  expect(await head('link[rel="canonical"]', "href")).toBe(`${stage.url}/changelog`);
  expect(await head('meta[property="og:title"]', "content")).toBe("Changelog");
  expect(await head('meta[property="og:description"]', "content")).toContain("month by month");
  const feed = await page.getByRole("link", { name: "feed", exact: true }).getAttribute("href");
  expect(await (await fetch(new URL(feed ?? "", stage.url))).text()).toContain(request.title);
  expect(await (await fetch(`${stage.url}/sitemap.xml`)).text()).toContain("/changelog</loc>");
});
