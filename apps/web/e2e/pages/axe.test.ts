import { accessibilityFaults } from "../stage/axe.ts";
import { dialogOf, openSettings } from "../stage/settings.ts";
import { expect, test } from "../stage/stage.ts";

test("the accessibility check covers the whole page or only an open dialog, and reports overflow", async ({
  stage,
}) => {
  const page = await stage.visit({ as: await stage.createUser() });
  await openSettings(page, "/settings");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator("main").evaluate((main) => {
    const misnamed = Object.assign(document.createElement("button"), { textContent: "Save", ariaLabel: "Keep" });
    main.append(document.createElement("button"), misnamed);
  });
  expect(await accessibilityFaults(page)).toMatchObject([
    expect.stringMatching(/^button-name: /),
    expect.stringMatching(/^label-content-name-mismatch: /),
  ]);

  await page.getByRole("button", { name: "Change username" }).click();
  await dialogOf(page).waitFor();
  expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
  await dialogOf(page).evaluate((dialog) => {
    const text = Object.assign(document.createElement("p"), { textContent: "pale" });
    text.style.cssText = "color: #777; background: #888; width: 2000px";
    dialog.append(text);
  });
  expect(await accessibilityFaults(page, { mustFit: true })).toMatchObject([
    expect.stringMatching(/^color-contrast: /),
    expect.stringMatching(/ px too wide$/),
  ]);
});
