import type { Download, Page } from "playwright-core";
import { openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, type Stage, test, widths } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

async function createReader(stage: Stage) {
  const user = await stage.createUser();
  const read = await user.createHabit({
    title: "Read <b>&</b> write",
    target: 20,
    unit: "minutes",
    group_name: "Morning",
  });
  await user.createHabit({ title: "Sweets", type: "bad", target: 2 });
  for (const back of [0, 1, 2]) await user.record(read, daysAgo(back), 25);
  return { user, read };
}

async function openPicture(page: Page, words = wordsOf("en")) {
  await page.getByRole("button", { name: words("More dashboard options") }).click();
  await press(page.getByRole("menuitem", { name: words("Year picture") }));
  const dialog = page.getByRole("dialog");
  await dialog.locator("canvas").waitFor();
  return dialog;
}

async function contentOf(download: Promise<Download>): Promise<Buffer> {
  const stream = await (await download).createReadStream();
  return Buffer.concat(await stream.toArray());
}

test.for(["en", "uk"] as const)(
  "a month is printed on one sheet, with boxes for future days, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const { user } = await createReader(stage);
    const page = await stage.visit({ as: user, language });
    // Records what the page contains when it calls for the print.
    await page.addInitScript(() => {
      window.print = () => {
        const sheet = document.querySelector(".print-sheet");
        document.documentElement.dataset.printed = sheet?.textContent ?? "";
        dispatchEvent(new Event("afterprint"));
      };
    });
    await page.goto(`/dashboard?month=${daysAgo(-31).slice(0, 7)}`);
    await page.getByRole("grid").waitFor();
    await page.getByRole("button", { name: words("More dashboard options") }).click();
    await press(page.getByRole("menuitem", { name: words("Print this month") }));
    const printed = () => page.evaluate(() => document.documentElement.dataset.printed ?? "");
    await expect.poll(printed).toContain("Read <b>&</b> write");
    expect(await printed()).toContain("Morning");
    expect(await printed()).toContain(words("To fill in by hand"));
    await expect.poll(() => page.locator(".print-sheet").count()).toBe(0);
  },
);

test.for(["en", "uk"] as const)(
  "the browser's own print command prints the same sheet on one landscape page, in A4 and Letter, %s",
  async (language, { stage }) => {
    const { user } = await createReader(stage);
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    // The browser loads the print code with other lazy components after the first touch.
    const arrived = page.waitForResponse(/print-sheet-.*\.js/);
    await page.keyboard.press("Shift");
    await arrived;
    for (const [format, size] of [
      ["A4", [843, 596]],
      ["Letter", [792, 612]],
    ] as const) {
      await expect
        .poll(async () => {
          const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
          const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(pdf) ?? [];
          return {
            pages: pdf.match(/\/Type\s*\/Page\b/g)?.length,
            size: [width, height].map((side) => Math.round(Number(side))),
          };
        })
        .toEqual({ pages: 1, size });
    }
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("heading", { level: 1, name: wordsOf(language)("Dashboard") }).waitFor();
  },
);

test("the browser draws a picture of the year as PNG and SVG, with a text alternative", async ({ stage }) => {
  const { user } = await createReader(stage);
  const page = await stage.visit({ as: user });
  const calls: string[] = [];
  await openDashboard(page);
  const dialog = await openPicture(page);
  page.on("request", (request) => {
    if (request.method() !== "GET") calls.push(request.url());
  });
  await dialog.getByLabel("What it shows").click();
  await page.getByRole("option", { name: "Read <b>&</b> write" }).click();
  const alt = () => dialog.locator("canvas").getAttribute("aria-label");
  await expect.poll(alt).toContain("Read <b>&</b> write");
  expect(await alt()).toContain("3 days done");

  const png = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download PNG" }).click();
  const pixels = await contentOf(png);
  expect(pixels.subarray(1, 4).toString()).toBe("PNG");
  expect([pixels.readUInt32BE(16), pixels.readUInt32BE(20)]).toEqual([2400, 1260]);

  const svg = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download SVG" }).click();
  const drawing = (await contentOf(svg)).toString();
  expect(drawing).toContain("Read &lt;b&gt;&amp;&lt;/b&gt; write</text>");
  expect(drawing).toContain("@font-face");
  expect(drawing).not.toMatch(/(href|src)=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  // An empty page without our security policy opens the SVG, so the test can find its shapes.
  const blank = await page.context().newPage();
  const shapes = await blank.evaluate((text) => {
    const image = new DOMParser().parseFromString(text, "image/svg+xml");
    return { errors: image.querySelectorAll("parsererror").length, rects: image.querySelectorAll("rect").length };
  }, drawing);
  expect(shapes.errors).toBe(0);
  expect(shapes.rects).toBeGreaterThan(365);

  await dialog.getByRole("switch", { name: "Hide the title" }).click();
  await expect.poll(alt).not.toContain("Read");
  const hidden = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download SVG" }).click();
  expect((await contentOf(hidden)).toString()).not.toContain("Read");
  expect(calls).toEqual([]);
});

test("the picture fits a phone in Ukrainian", async ({ stage }) => {
  const words = wordsOf("uk");
  const { user } = await createReader(stage);
  const page = await stage.visit({ as: user, language: "uk", width: widths.phone, touch: true });
  await openDashboard(page);
  const dialog = await openPicture(page, words);
  await dialog.getByText(words("The picture in words")).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const box = await dialog.locator("canvas").boundingBox();
  expect(box?.width).toBeLessThanOrEqual(widths.phone);
});

test.for(mouseAndTouch)(
  "a user copies the picture and shares it with the device, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const { user } = await createReader(stage);
    const page = await stage.visit({ ...visit, as: user });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.url });
    // A headless browser has no share dialog, so the test records the shared data.
    await page.addInitScript(() => {
      navigator.canShare = ({ files = [] } = {}) => files.every(({ type }) => type === "image/png");
      navigator.share = async ({ files = [], text = "" } = {}) => {
        if (sessionStorage.getItem("isClosed")) {
          document.documentElement.dataset.closed = "yes";
          throw new DOMException("Share canceled", "AbortError");
        }
        const size = files[0] && (await createImageBitmap(files[0]));
        const shared = { name: files[0]?.name, type: files[0]?.type, width: size?.width, height: size?.height, text };
        document.documentElement.dataset.shared = JSON.stringify(shared);
      };
    });
    await openDashboard(page);
    const dialog = await openPicture(page, words);
    await press(dialog.getByRole("button", { name: words("Copy picture") }), visit);
    await messageOf(page, words("The picture has been copied.")).waitFor();
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await item?.getType("image/png");
      const { width, height } = await createImageBitmap(picture as Blob);
      return { types: item?.types, width, height };
    });
    const drawn = await dialog
      .locator("canvas")
      .evaluate(({ width, height }: HTMLCanvasElement) => ({ width, height }));
    expect(copied).toEqual({ types: ["image/png"], ...drawn });

    const share = dialog.getByRole("button", { name: words("Share…") });
    await press(share, visit);
    const shared = () => page.evaluate(() => document.documentElement.dataset.shared);
    await expect.poll(shared).toBeDefined();
    expect(JSON.parse((await shared()) ?? "")).toEqual({
      name: `daymark-${daysAgo(0).slice(0, 4)}.png`,
      type: "image/png",
      ...drawn,
      text: await dialog.locator("canvas").getAttribute("aria-label"),
    });

    // A user who closes the share dialog gets no message.
    await page.evaluate(() => sessionStorage.setItem("isClosed", "true"));
    await press(share, visit);
    await page.locator("html[data-closed]").waitFor({ state: "attached" });
    await expect.poll(() => share.getAttribute("aria-busy")).not.toBe("true");
    await untilLoaded(page);
    expect(await messageOf(page, words("Your browser could not do that. Download the picture instead.")).count()).toBe(
      0,
    );
  },
);
