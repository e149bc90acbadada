import type { Page } from "playwright-core";

/**
 * Presses at the first point, moves along the others and releases, with the mouse or by a touch that must not scroll.
 */
export async function drag(page: Page, [start, ...points]: { x: number; y: number }[], { touch }: { touch: boolean }) {
  if (!start) throw new Error("no point to drag from");
  if (!touch) {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of points) await page.mouse.move(x, y, { steps: 6 });
    return () => page.mouse.up();
  }
  const cdp = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [start]);
  for (const point of points) await send("touchMove", [point]);
  return () => send("touchEnd", []);
}
