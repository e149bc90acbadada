import type { Page } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, press, test } from "../stage/stage.ts";
import { publish } from "./blog-post.ts";
import { moveCaret, paste, placeCaret, publishTexts, rows, texts } from "./writing.ts";

test("blocks can be reordered by drag, keys and the toolbar, with an announcement, and keep the caret", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["A", "B", "C", "D"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const heard = await listen(page);
  const order = () => expect.poll(() => texts(page));

  // By mouse: from the first position to the third.
  await rows(page).nth(0).hover();
  const place = await rows(page).nth(2).boundingBox();
  if (!place) throw new Error("nothing to drop on");
  await page.locator("[data-handle]").hover();
  await page.mouse.down();
  await page.mouse.move(place.x + 20, place.y + place.height - 2, { steps: 8 });
  await page.mouse.up();
  await order().toEqual(["B", "C", "A", "D"]);

  // By keys: to the end and not beyond.
  await placeCaret(page, rows(page).nth(2));
  await page.keyboard.press("Alt+ArrowDown");
  await order().toEqual(["B", "C", "D", "A"]);
  await expect.poll(heard).toContain("Moved to position 4 of 4.");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.type("!");
  await order().toEqual(["B", "C", "D", "A!"]);

  // By the toolbar, which a key focuses. Afterwards the caret is in the block.
  await page.keyboard.press("Alt+F10");
  await expect.poll(() => focused(page)).toMatch(/^Block type: Paragraph/);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Text of the post");
  const actions = page.getByRole("button", { name: "Block actions" });
  const chooseAction = async (name: string) => {
    await actions.click();
    await press(page.getByRole("menuitem", { name, exact: true }));
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  await chooseAction("Move up");
  await order().toEqual(["B", "C", "A!", "D"]);
  await expect.poll(heard).toContain("Moved to position 3 of 4.");
  await expect.poll(() => focused(page)).toBe("Text of the post");
  await page.keyboard.type("?");
  await order().toEqual(["B", "C", "A!?", "D"]);

  // Undo restores a deleted block at its position.
  await chooseAction("Delete block");
  await order().toEqual(["B", "C", "D"]);
  await page.locator("button", { hasText: "Undo" }).click();
  await order().toEqual(["B", "C", "A!?", "D"]);

  // Undo restores only the block and keeps what the user has written since.
  await placeCaret(page, rows(page).nth(2));
  await chooseAction("Delete block");
  await order().toEqual(["B", "C", "D"]);
  await placeCaret(page, rows(page).nth(0));
  await page.keyboard.type("ee");
  await page.locator("button", { hasText: "Undo" }).click();
  await order().toEqual(["Bee", "C", "A!?", "D"]);
});

test("Escape in the slash menu keeps the slash, so that a line can begin with it", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto("/blog/new");
  await rows(page).first().click();
  await page.keyboard.type("/");
  await page.getByRole("menu", { name: "Add a block" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Text of the post");
  await page.keyboard.type("etc");
  await order(page).toEqual(["/etc"]);
  // A block that the user chooses in the menu contains no slash.
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await press(page.getByRole("menuitem", { name: "Quote", exact: true }));
  await page.getByRole("menu").waitFor({ state: "detached" });
  await page.keyboard.type("Said.");
  await order(page).toEqual(["/etc", "Said."]);
});

test("a link with an invalid address keeps its error while the user corrects it, and Publish leads back to it", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin, { blocks: [{ kind: "link", text: "A study", url: "https://example.org/" }] });
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const address = rows(page).first().getByLabel("Address");
  const update = page.getByRole("button", { name: "Update" });
  const isWrong = () => expect.poll(() => address.getAttribute("aria-invalid"));
  const isFocused = () => expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  await address.fill("ftp://x");
  await update.click();
  await isWrong().toBe("true");
  await isFocused();
  await page.keyboard.type("y");
  await expect.poll(() => address.inputValue()).toBe("ftp://xy");
  await isWrong().toBe("true");
  await update.click();
  await isFocused();
  await address.fill("https://example.org/y");
  await isWrong().not.toBe("true");
});

test("a picture that the user chooses after the first attempt to publish must be uploaded or cancelled", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["Words"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  await placeCaret(page, rows(page).last());
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await press(page.getByRole("menuitem", { name: "Image", exact: true }));
  await page.getByRole("menu").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Update" }).click();
  const image = page.getByRole("group", { name: "Image" });
  await image
    .getByLabel("Choose an image")
    .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await image.getByText("Upload the image or cancel.").waitFor();
  await page.getByRole("button", { name: "Update" }).click();
  const described = image.getByLabel("What the image shows");
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);
});

test("pasted content splits a sentence, and one Ctrl+Z removes it", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["Begin here end"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const selectHere = async () => {
    await rows(page).first().click();
    await moveCaret(page, "Home", ...Array<string>(6).fill("ArrowRight"), ...Array<string>(4).fill("Shift+ArrowRight"));
  };
  await selectHere();
  await paste(page, {
    "text/plain": "One\n\nTwo",
    "text/html":
      "<p>One <b>bold</b></p><h2>Part</h2><ul><li>Two</li></ul><p><a href='https://example.org/x'>Link</a></p><p>Last</p>",
  });
  await order(page).toEqual(["Begin One bold", "Part", "Two", "Last end"]);
  expect(await rows(page).first().locator("strong").allTextContents()).toEqual(["bold"]);
  expect(await rows(page).nth(3).getByLabel("Address").inputValue()).toBe("https://example.org/x");
  await page.keyboard.press("ControlOrMeta+z");
  await order(page).toEqual(["Begin here end"]);

  // The pasted Markdown is plain text. What the user types after it is another undo step.
  await selectHere();
  await paste(page, {
    "text/plain": "**One** and\n\n- [two](https://example.org/y)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nlast",
  });
  await page.keyboard.type("!");
  await order(page).toEqual(["Begin One and", "two", "| a   | b   |\n| --- | --- |\n| 1   | 2   |", "last! end"]);
  expect(await rows(page).nth(1).locator("a").getAttribute("href")).toBe("https://example.org/y");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await order(page).toEqual(["Begin here end"]);
  await page.keyboard.press("ControlOrMeta+y");
  await expect.poll(() => rows(page).count()).toBe(4);
});

const order = (page: Page) => expect.poll(() => texts(page));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

test("a shortcut turns a selection into a link, which the user can change and remove; an unsafe address is refused", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["Words"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const link = rows(page).first().locator("a");
  await rows(page).first().click();
  await moveCaret(page, "Home", "Shift+End");
  await page.keyboard.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: "Add link" });
  const address = dialog.getByLabel("Address");
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await dialog.getByText("Enter a full address that begins with https:// or http://.").waitFor();
  await address.fill("somebody@example.org");
  await page.keyboard.press("Enter");
  await expect.poll(() => link.getAttribute("href")).toBe("mailto:somebody@example.org");
  await expect.poll(() => focused(page)).toBe("Text of the post");
  await moveCaret(page, "End", "ArrowLeft");
  await page.keyboard.press("ControlOrMeta+k");
  const other = page.getByRole("dialog", { name: "Edit link" });
  await other.getByRole("button", { name: "Remove link" }).click();
  await expect.poll(() => link.count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => link.count()).toBe(1);
});

test("a pasted picture can be described and replaced, and keeps the focus", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["Words"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const main = () => page.evaluate(() => document.activeElement?.id ?? "");
  await placeCaret(page, rows(page).last());
  await pastePicture(page);
  const image = page.getByRole("group", { name: "Image" });
  const described = image.getByLabel("What the image shows");
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await image.getByText("Describe what the image shows.").waitFor();
  await page.keyboard.type("A dot");
  await page.keyboard.press("Enter");
  await image.getByRole("img", { name: "A dot" }).waitFor();
  await expect.poll(main).toMatch(/^card-\d+-main$/);

  await image.getByRole("button", { name: "Choose another image" }).click();
  await expect.poll(main).toMatch(/^card-\d+-main$/);
  await image.getByRole("button", { name: "Cancel" }).click();
  await image.getByRole("img", { name: "A dot" }).waitFor();
  // The chosen file replaces the picture and creates no new block.
  await image.getByRole("button", { name: "Choose another image" }).click();
  const count = await rows(page).count();
  await image
    .getByLabel("Choose an image")
    .setInputFiles({ name: "no.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await image.getByRole("button", { name: "Upload", exact: true }).click();
  await image.getByText("Choose an image: JPEG, PNG, GIF, WebP or AVIF.").waitFor();
  expect(await rows(page).count()).toBe(count);
  await image.getByRole("button", { name: "Cancel" }).click();
  const earlier = image.getByRole("button", { name: "Choose from earlier images" });
  await earlier.click();
  const dialog = page.getByRole("dialog", { name: "Earlier images" });
  await dialog.locator("li").first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => earlier.evaluate((button) => button === document.activeElement)).toBe(true);
  await earlier.click();
  await dialog.locator("li button").first().click();
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);

  // An image without a description blocks publishing.
  await described.fill("");
  await page.getByRole("button", { name: "Update" }).click();
  await expect.poll(() => described.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);
});

/** Pastes a file from the clipboard, like a screenshot. */
async function pastePicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2;
    canvas.height = 2;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("no picture in the clipboard");
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], "screen.png", { type: "image/png" }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
}
