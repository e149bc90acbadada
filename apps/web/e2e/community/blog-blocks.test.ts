import type { Page } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test, untilCarried } from "../stage/stage.ts";
import { paste, publishTexts, rows, texts } from "./writing.ts";

test("blocks can be reordered by drag, keys and buttons, with an announcement, and keep the focus", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["A", "B", "C", "D"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const heard = await listen(page);
  let before = 0;
  /** Waits for a new announcement, because a key pressed too early would not move the block. */
  const hears = async (sentence: string) => {
    await expect.poll(async () => (await heard()).slice(before)).toContain(sentence);
    before = (await heard()).length;
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const handle = (place: number) => page.getByRole("button", { name: `Move Paragraph, block ${place} of 4` });

  // By mouse, from the first position to the third.
  await handle(1).hover();
  await page.mouse.down();
  const [from, to] = [await handle(1).boundingBox(), await rows(page).nth(2).boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 5, to.y + to.height / 2, { steps: 8 });
  await hears("Block is over place 3 of 4.");
  await page.mouse.up();
  await expect.poll(() => texts(page)).toEqual(["B", "C", "A", "D"]);
  await hears("Block dropped at place 3 of 4.");

  // By keys: picked up, taken one further, dropped; and once more, but taken back.
  await handle(3).focus();
  await page.keyboard.press("Space");
  await hears("Block picked up, place 3 of 4.");
  await untilCarried(page);
  await page.keyboard.press("ArrowDown");
  await hears("Block is over place 4 of 4.");
  await page.keyboard.press("Space");
  await expect.poll(() => texts(page)).toEqual(["B", "C", "D", "A"]);
  await hears("Block dropped at place 4 of 4.");
  await expect.poll(focused).toBe("Move Paragraph, block 4 of 4");
  await page.keyboard.press("Space");
  await hears("Block picked up, place 4 of 4.");
  await untilCarried(page);
  await page.keyboard.press("ArrowUp");
  await hears("Block is over place 3 of 4.");
  await page.keyboard.press("Escape");
  await hears("Cancelled. The block is where it was.");
  expect(await texts(page)).toEqual(["B", "C", "D", "A"]);

  // By a button, pressed on and on, to the end and no further.
  const down = rows(page).nth(1).getByRole("button", { name: "Move down" });
  await down.focus();
  for (const [place, order] of [
    [3, ["B", "D", "C", "A"]],
    [4, ["B", "D", "A", "C"]],
  ] as const) {
    await page.keyboard.press("Enter");
    await hears(`Moved to place ${place} of 4.`);
    await expect.poll(() => texts(page)).toEqual(order);
    await expect.poll(focused).toBe("Move down");
  }
  await page.keyboard.press("Enter");
  expect(await texts(page)).toEqual(["B", "D", "A", "C"]);
  expect(await focused()).toBe("Move down");
  // In the text itself, with Alt; the caret stays in it.
  await rows(page).nth(3).locator("textarea").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => texts(page)).toEqual(["B", "D", "C", "A"]);
  await expect.poll(focused).toBe("Paragraph, block 3 of 4");

  // A deleted block comes back at its position.
  await rows(page).nth(1).getByRole("button", { name: "Delete block" }).click();
  await expect.poll(() => texts(page)).toEqual(["B", "C", "A"]);
  await expect.poll(focused).toBe("Paragraph, block 1 of 3");
  await page.locator("button", { hasText: "Undo" }).click();
  await expect.poll(() => texts(page)).toEqual(["B", "D", "C", "A"]);
});

test("pasted text splits a sentence, and a pasted image can be described and replaced, with the focus kept", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["Begin here end"]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const first = rows(page).first().locator("textarea");
  await first.focus();
  await first.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 10));
  await paste(page, {
    "text/plain": "One\n\nTwo",
    "text/html": "<p>One</p><h2>Part</h2><ul><li>Two</li></ul><p><a href='https://example.org/x'>Link</a></p>",
  });
  await expect.poll(() => rows(page).count()).toBe(5);
  expect(await texts(page)).toEqual(["Begin One", "Part", expect.stringContaining("Two"), " end"]);
  expect(await rows(page).nth(3).getByLabel("Address").inputValue()).toBe("https://example.org/x");

  const focused = () => page.evaluate(() => document.activeElement?.id ?? "");
  await rows(page).last().locator("textarea").focus();
  await pastePicture(page);
  const image = rows(page).last();
  const described = image.getByLabel("What the picture shows");
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await image.getByText("Say what the picture shows.").waitFor();
  await page.keyboard.type("A dot");
  await page.keyboard.press("Enter");
  await image.getByRole("img", { name: "A dot" }).waitFor();
  await expect.poll(focused).toMatch(/^block-\d+-main$/);

  await image.getByRole("button", { name: "Choose another picture" }).click();
  await expect.poll(focused).toMatch(/^block-\d+-main$/);
  await image.getByRole("button", { name: "Cancel" }).click();
  await image.getByRole("img", { name: "A dot" }).waitFor();
  // A chosen file replaces the picture, and does not become a new block.
  await image.getByRole("button", { name: "Choose another picture" }).click();
  const count = await rows(page).count();
  await image
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "no.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await image.getByRole("button", { name: "Upload", exact: true }).click();
  await image.getByText("Choose a picture: JPEG, PNG, GIF, WebP or AVIF.").waitFor();
  expect(await rows(page).count()).toBe(count);
  await image.getByRole("button", { name: "Cancel" }).click();
  const earlier = image.getByRole("button", { name: "Choose from earlier pictures" });
  await earlier.click();
  const dialog = page.getByRole("dialog", { name: "Earlier pictures" });
  await dialog.locator("li").first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => earlier.evaluate((button) => button === document.activeElement)).toBe(true);
  await earlier.click();
  await dialog.locator("li button").first().click();
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);

  // An image without a description cannot be published.
  await described.fill("");
  await page.getByRole("button", { name: "Update" }).click();
  await expect.poll(() => described.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => described.evaluate((field) => field === document.activeElement)).toBe(true);
});

/** A file on the clipboard, like a screenshot. */
async function pastePicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2;
    canvas.height = 2;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("no picture");
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], "screen.png", { type: "image/png" }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
}
