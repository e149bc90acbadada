import { newWord, sendRequest } from "../community/feature-request.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, follow, test, widths } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const needsScripts = "This page needs JavaScript. Turn it on in your browser and reload the page.";

/** Pages that need scripts, with their titles. */
const titles = {
  "/dashboard": "Dashboard",
  "/settings": "General Settings",
  "/settings/security": "Security Settings",
  "/oauth/authorize": "Allow an application",
  "/device": "Connect a device",
  "/settings/connections": "Connections",
  "/feature-requests/new": "New Feature Request",
  "/blog/new": "New Blog",
  "/statistics": "Statistics",
  "/logs": "Log applications",
  "/admin": "Overview",
  "/admin/users": "Users",
  // The title of an existing account would be its name.
  "/admin/users/999999999": "User",
  "/admin/invitations": "Invitations",
  "/admin/moderation": "Moderation",
  "/admin/apps": "Apps",
  "/admin/files": "Files",
  "/admin/images": "Images",
  "/admin/mail": "Mail",
  "/admin/jobs": "Jobs",
  "/admin/audit": "Audit trail",
  "/admin/switches": "Switches",
};

/** Pages of guests and of mailed links that need scripts too. */
const titlesForGuests = {
  "/signup": "Sign Up",
  "/login": "Log In",
  "/verify-email": "Email Verification",
  "/reset-password": "Reset Password",
  "/unsubscribe": "Stop these emails",
  "/not-me": "Secure your account",
};

test.for([
  { language: "en", width: widths.desktop },
  { language: "uk", width: widths.phone },
] as const)(
  "a page that needs scripts has its title, and says that it needs them, $language",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language, "titles");
    // The account does not exist.
    stage.expectError(/status of 404/);
    const admin = await createAdmin(stage);
    const page = await stage.visit({ ...visit, scripts: false });
    const withScripts = await stage.visit({ language: visit.language, as: admin });
    const titleOf = (title: string) => `${words(title)} | Daymark`;
    for (const [path, title] of Object.entries({ ...titles, ...titlesForGuests })) {
      await page.goto(path);
      expect(await page.title(), path).toBe(titleOf(title));
      expect(await page.locator("main noscript p").allInnerTexts(), path).toEqual([words(needsScripts)]);
      expect(await page.locator("main h1").count(), path).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
    // With scripts, a page has the same title and does not show this sentence.
    for (const [path, title] of Object.entries(titles)) {
      await withScripts.goto(path);
      await withScripts.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => withScripts.title(), { message: path }).toBe(titleOf(title));
      expect(await withScripts.locator("title").count(), path).toBe(1);
      expect(await withScripts.locator("main noscript").count(), path).toBe(0);
    }
  },
);

test("without scripts links change the language, and keep the page and its filters", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const word = newWord();
  await sendRequest(admin, { title: `Wish ${word}` }, admin);
  const page = await stage.visit({ language: "en", scripts: false });
  const languageOfPage = () => page.locator("html").getAttribute("lang");
  const switchTo = async (language: string) => {
    await page.locator("header nav > div details").nth(1).locator("summary").click();
    await follow(page, () => page.getByRole("link", { name: language }).first().click());
  };
  await page.goto(`/feature-requests?search=${word}&sort=new`);
  await switchTo("Українська");
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ search: word, sort: "new", lang: "uk" });
  expect(await languageOfPage()).toBe("uk");
  expect(await page.getByRole("heading", { name: `Wish ${word}` }).isVisible()).toBe(true);
  // The next pages keep the language, including the not-found page.
  await page.goto("/blog");
  expect(await languageOfPage()).toBe("uk");
  await page.goto("/anything/else");
  expect(await languageOfPage()).toBe("uk");
  await switchTo("English");
  expect(new URL(page.url()).pathname).toBe("/anything/else");
  expect(await languageOfPage()).toBe("en");
  await page.goto("/signup");
  expect(await languageOfPage()).toBe("en");
});

test("the server sends a page with links to both languages, with any parameters in its URL", async ({ stage }) => {
  for (const query of ["", "?utm_source=x", "?lang=uk", `?next=${encodeURIComponent("//evil.example")}`]) {
    const answer = await fetch(`${stage.url}/login${query}`);
    const links = Array.from((await answer.text()).matchAll(/<a href="([^"]*)" lang="(?:en|uk)"/g), ([, href]) => href);
    expect([...new Set(links)], query).toEqual(["?lang=en", "?lang=uk"]);
  }
});
