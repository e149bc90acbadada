import { onTestFinished } from "vitest";
import { accessibilityFaults } from "../stage/axe.ts";
import { createAdmin } from "../stage/database.ts";
import { startProduct } from "../stage/product.ts";
import { expect, mouseAndTouch, test } from "../stage/stage.ts";
import { createUser } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "the overview says what needs attention and what to do, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const product = await startProduct({
      env: { SECRET_KEY: "change-me-change-me", PUBLIC_URL: "https://habits.example.org" },
    });
    onTestFinished(() => product.stop());
    const { url, mailDirectory } = product;
    const admin = await createAdmin({ mailDirectory, createUser: () => createUser(url) });
    const page = await stage.visit({ ...visit, url, as: admin });
    await page.goto("/admin");
    const findings = page.getByRole("region", { name: words("Needs attention") });
    await findings.getByRole("listitem").first().waitFor();
    expect(await findings.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(
      [
        "SECRET_KEY can be guessed",
        "Emails are not sent",
        "All users seem to come from one address",
        "You opened this page over http",
      ].map((title) => words(title)),
    );
    expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
  },
);

test("an installation without problems shows one quiet line, which claims nothing of a clone's version", async ({
  stage,
}) => {
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto("/admin");
  const findings = page.getByRole("region", { name: "Needs attention" });
  await findings.getByText("Nothing right now: backups, email, disk, clock and encryption are fine.").waitFor();
  expect(await findings.getByRole("listitem").count()).toBe(0);
});
