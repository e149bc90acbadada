import { afterAll, beforeAll, describe } from "vitest";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { logIn, newName, password, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const admin = { username: "the_admin", email: "the_admin@example.org", password };

describe("SIGN_UP=invite", () => {
  let product: Product;
  let boss: User;
  beforeAll(async () => {
    const first = {
      ADMIN_USERNAME: admin.username,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: password,
    };
    product = await startProduct({ env: { SIGN_UP: "invite", ...first } });
    boss = await logIn(product.url, admin);
  });
  afterAll(() => product.stop());

  const invite = (values: object = {}) =>
    boss.call<{ id: number; link: string }>("POST", "/admin/invitations/", values);

  test.for(mouseAndTouch)(
    "an admin's link leads to the sign-up and the dashboard, $language, $width px",
    async (visit, { stage }) => {
      const words = wordsOf(visit.language);
      const page = await stage.visit({ ...visit, url: product.url });
      const username = newName("invited");
      const { link } = await invite({ email: `${username}@example.org` });
      const { pathname, search } = new URL(link);
      await page.goto(pathname + search);
      const email = page.getByLabel(words("Email"), { exact: true });
      await expect.poll(() => email.inputValue()).toBe(`${username}@example.org`);
      // The token has left the address, so a copied address opens nothing, but a reload keeps the invitation.
      expect(page.url()).toBe(`${product.url}/signup`);
      await page.reload();
      await expect.poll(() => email.inputValue()).toBe(`${username}@example.org`);
      await page.getByLabel(words("Username"), { exact: true }).fill(username);
      await page.getByLabel(words("Password"), { exact: true }).fill(password);
      await page.getByLabel(words("Repeat the password"), { exact: true }).fill(password);
      await page.locator("input[name=agreement]").check();
      await press(page.locator("main form").getByRole("button", { name: words("Sign up") }), visit);
      await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
    },
  );

  test.for(["en", "uk"] as const)(
    "a link that no longer works says why before anything is typed, %s",
    async (language, { stage }) => {
      const words = wordsOf(language);
      const { id, link } = await invite();
      await boss.call("POST", `/admin/invitations/${id}/revoke/`);
      const page = await stage.visit({ language, url: product.url });
      stage.expectError(/status of 403/);
      for (const [address, reason] of [
        [link, "The invitation was withdrawn."],
        ["/signup?invitation=none", "The link is not complete, or the invitation was deleted."],
      ] as const) {
        const { pathname, search } = new URL(address, product.url);
        await page.goto(pathname + search);
        await page.getByRole("heading", { level: 1, name: words("This invitation no longer works") }).waitFor();
        await page.getByText(words(reason)).waitFor();
        expect(await page.getByRole("main").getByRole("textbox").count()).toBe(0);
      }
    },
  );
});
