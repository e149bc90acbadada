import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { publish } from "../community/blog-post.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const pathOf = (page: Page) => new URL(page.url()).pathname;

test.for(mouseAndTouch)(
  "a guest who opens a dashboard URL logs in and is taken to that URL, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const meant = `${stage.url}/dashboard?type=good&month=2026-02`;
    const user = await stage.createUser();
    const page = await stage.visit(visit);
    await page.goto(meant);
    await expect.poll(() => pathOf(page)).toBe("/login");
    await messageOf(page, words("Please log in to access this page.")).waitFor();
    await page.locator("input[name=username]").fill(user.username);
    await page.locator("input[name=password]").fill(user.password);
    await press(page.locator("main form button[type=submit]"), visit);
    await expect.poll(() => page.url()).toBe(meant);
    await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
  },
);

test.for(["/login", "/signup"])("a user who opens %s is asked to log out first", async (path, { stage }) => {
  const page = await stage.visit({ as: await stage.createUser() });
  await page.goto(path);
  await expect.poll(() => pathOf(page)).toBe("/dashboard");
  await messageOf(page, "Please log out to access this page.").waitFor();
});

test("a user's start page is the dashboard, and the home page is open to guests and users", async ({ stage }) => {
  const user = await stage.visit({ as: await stage.createUser() });
  await user.goto("/");
  await expect.poll(() => pathOf(user)).toBe("/dashboard");
  await user.goto("/home");
  await user.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => user.title()).toBe("Home | Daymark");
  expect(pathOf(user)).toBe("/home");

  const guest = await stage.visit();
  await guest.goto("/home");
  await expect.poll(() => pathOf(guest)).toBe("/");
});

test("an unknown path gets 404 and shows the not-found page", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const page = await stage.visit();
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect.poll(() => pathOf(page)).toBe("/not-found");
  await expect.poll(() => page.title()).toBe("Not Found | Daymark");
});

const titles = [
  ["/", "Home"],
  ["/signup", "Sign Up"],
  ["/login", "Log In"],
  ["/verify-email", "Email Verification"],
  ["/reset-password", "Reset Password"],
  ["/not-me?token=x", "Secure your account"],
  ["/oauth/google", "Log In"],
  ["/privacy-policy", "Privacy Policy"],
  ["/terms-and-conditions", "Terms and Conditions"],
] as const;

test("each public page has its own title", async ({ stage }) => {
  const page = await stage.visit();
  for (const [path, title] of titles) {
    await page.goto(path);
    await expect.poll(() => page.title(), { message: path }).toBe(`${title} | Daymark`);
  }
});

/** Goes to another page and back, and expects the previous scroll position. */
async function expectWayBack(page: Page) {
  const place = await page.evaluate(() => scrollY);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Privacy" })
    .evaluate((link: HTMLElement) => link.click());
  await expect.poll(() => page.title()).toBe("Privacy Policy | Daymark");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.title()).toBe("Terms and Conditions | Daymark");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
}

test("a new page starts at the top, and going back restores the scroll position", async ({ stage }) => {
  const page = await stage.visit({ height: 500 });
  await page.goto("/terms-and-conditions");
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  await expectWayBack(page);
});

test("a page scrolled before its script loads keeps its position, also after going back", async ({ stage }) => {
  const page = await stage.visit({ height: 500, as: await stage.createUser() });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/terms-and-conditions", { waitUntil: "commit" });
  await page.getByRole("contentinfo").waitFor();
  await page.evaluate(() => scrollTo(0, 900));
  release();
  // The page is hydrated first as the server sent it, for a guest. Then it becomes the user's.
  await page.locator("html:not([data-launching])").waitFor();
  await untilLoaded(page);
  expect(await page.evaluate(() => scrollY)).toBe(900);
  await expectWayBack(page);
});

/**
 * The addresses of all pages behind a guard, by the folder of their routes. The parameters name an existing request,
 * post and user.
 */
function pathsOf(guard: "_guest" | "_user" | "_admin", { id, slug, userId }: Found): string[] {
  const folder = fileURLToPath(new URL(`../../src/routes/${guard}/`, import.meta.url));
  const pages = guard === "_admin" ? ["/blog/new", `/blog/${slug}/edit`] : [];
  const files = globSync("**/*.tsx", { cwd: folder })
    // A layout has no URL.
    .filter((file) => file !== "settings.tsx")
    .map((file) => `/${file.replace(/(?:\/?index)?\.tsx$/, "").replaceAll(".", "/")}`)
    .map((path) => path.replace("$appDir", "no-app").replace("$dateFile", "2026-01-01.log"))
    // "users_" is a page that is not inside the page of "users".
    .map((path) => path.replace("users_/$id", `users/${userId}`).replace("$featureRequestId", String(id)));
  return [...pages, ...files].toSorted();
}

interface Found {
  id: number;
  slug: string;
  userId: number;
}

/** The URL on which a visitor who may open the page ends. */
const ownPages: Record<string, string> = {
  "/login/2fa": "/login",
  "/settings/general": "/settings",
};

test.for(["guest", "user", "admin"] as const)(
  "no guarded page logs a console error when opened as %s",
  { timeout: 180_000 },
  async (visitor, { stage }) => {
    // Missing pages and data, and data for admins only.
    stage.expectError(/status of 40[34]/);
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    const as = { guest: undefined, user: reader, admin }[visitor];
    const { slug } = await publish(admin);
    const { id } = await (as ?? reader).call<{ id: number }>("POST", "/feature-requests/", {
      title: "An editor of my own",
      details: "For the walk over all pages.",
      category: "improvements",
    });
    const { results } = await admin.call<{ results: { id: number }[] }>("GET", "/admin/users/");
    const found = { id, slug, userId: results[0]?.id ?? 0 };
    const expectations = [
      ...pathsOf("_guest", found).map((path) => ({ path, expected: as ? "/dashboard" : (ownPages[path] ?? path) })),
      ...pathsOf("_user", found).map((path) => ({ path, expected: as ? (ownPages[path] ?? path) : "/login" })),
      ...pathsOf("_admin", found).map((path) => ({ path, expected: visitor === "admin" ? path : "/not-found" })),
    ];
    const open = async (page: Page, { path, expected }: (typeof expectations)[number]) => {
      await page.goto(path, { waitUntil: "load" });
      await page.locator("html:not([data-launching])").waitFor();
      await expect.poll(() => pathOf(page), { message: path }).toBe(expected);
      await page.locator("main h1").waitFor();
      await untilLoaded(page);
      expect(pathOf(page), path).toBe(expected);
    };
    // Four pages of one browser load in parallel, because a page mostly waits for answers.
    const first = await stage.visit({ ...(as && { as }) });
    const others = await Promise.all([1, 2, 3].map(() => first.context().newPage()));
    const waiting = expectations.values();
    await Promise.all(
      [first, ...others].map(async (page) => {
        for (const expectation of waiting) await open(page, expectation);
      }),
    );
  },
);
