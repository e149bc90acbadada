import { checkRoutes, checkStates } from "../stage/axe.ts";
import { test } from "../stage/stage.ts";

/** Pages of guests. `says` is text that appears once the page has loaded, if the document of the server lacks it. */
const guestPages = [
  { path: "/" },
  { path: "/signup" },
  { path: "/login" },
  { path: "/verify-email", says: "Open the link in the email" },
  { path: "/reset-password" },
  { path: "/reset-password?token=nonsense", says: "This link no longer works" },
  { path: "/not-me?token=nonsense", says: "Was it someone else?" },
  { path: "/oauth/google", says: "This log-in did not start here" },
  { path: "/privacy-policy" },
  { path: "/terms-and-conditions" },
  { path: "/support-us" },
  { path: "/not-found" },
];

test("axe finds no problem on a guest's pages in any language, theme and width", { timeout: 180_000 }, async ({
  stage,
}) => {
  stage.expectError(/status of 40[014]/);
  const page = await stage.visit({ language: "en", theme: "light" });
  const open = async (path: string, says?: string) => {
    await page.goto(path);
    if (says) await page.locator("main").getByText(says).first().waitFor();
  };
  const openSecondStep = async () => {
    await page.evaluate(() => sessionStorage.setItem("pendingLogIn", '{"challenge":"nonsense"}'));
    await open("/login/2fa");
    await page.locator("input[name=code]").waitFor();
  };
  await checkRoutes(page, [
    ...guestPages.map(({ path, says }) => ({ name: path, open: () => open(path, says) })),
    { name: "/login/2fa", open: openSecondStep },
  ]);
  await checkStates(page, [
    {
      name: "/signup with errors",
      open: async () => {
        await open("/signup");
        await page.locator("main form button[type=submit]").click();
        await page.locator("[aria-invalid=true]").first().waitFor();
      },
    },
    {
      name: "/login, back from /login/2fa",
      open: async () => {
        await openSecondStep();
        await page.locator("input[name=code]").fill("123456");
        await page.locator("p[data-type]").waitFor();
        await page.locator("input[name=username]").waitFor();
      },
    },
  ]);
});
