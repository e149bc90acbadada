import type { Page } from "playwright-core";

/** Records the background of every frame of the next documents, from the first frame with a body. */
export async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { frames_seen: frames });
    const checkFrame = () => {
      if (document.body) frames.push(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(checkFrame);
    };
    requestAnimationFrame(checkFrame);
  });
}

/** The recorded backgrounds. */
export function framesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { frames_seen: string[] }).frames_seen);
}
