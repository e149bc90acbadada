import { walk } from "./axe.ts";
import { test } from "./stage.ts";

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
  "/support-us",
  "/not-found",
];

test("axe finds nothing on a guest's pages, in any language, theme and width", { timeout: 180_000 }, async ({
  stage,
}) => {
  stage.expectError(/status of 40[014]/);
  const page = await stage.visit({ language: "en", theme: "light" });
  const open = (path: string) => page.goto(path, { waitUntil: "networkidle" });
  const openSecondStep = async () => {
    await page.evaluate(() => sessionStorage.setItem("pendingLogIn", '{"challenge":"nonsense"}'));
    await open("/login/2fa");
  };
  await walk(page, [
    ...guestPaths.map((path) => ({ name: path, open: () => open(path) })),
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
      },
    },
    { name: "/login/2fa", open: openSecondStep },
  ]);
});
