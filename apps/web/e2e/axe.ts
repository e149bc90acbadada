import axeCore from "axe-core";
import type { Locator, Page } from "playwright-core";
import { smallTargets } from "./settings.ts";
import { expect, widths } from "./stage.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds wrong with a page as it stands, one line a finding; nothing is the only good answer.
 *
 * axe is given to a document once, and tells of what it finds alone: to tell of every element that is in order takes
 * it longer than to look at them.
 */
export async function accessibilityFaults(page: Page, rules: "all" | "of colors" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  await standStill(page);
  const asked = {
    runOnly: rules === "of colors" ? colorRules : { type: "tag" as const, values: standards },
    resultTypes: ["violations" as const],
    elementRef: true,
    // All style sheets would be read for a rule that none of these standards has.
    preload: false,
  };
  return page.evaluate(async (asked) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(asked);
    // A menu that is open is read for itself, as a dialog is, and nobody presses what it covers. axe knows of dialogs.
    const menu = document.querySelector("[role=menu]");
    const isOfMenu = (id: string, element: HTMLElement | undefined) =>
      menu !== null &&
      element !== undefined &&
      ((id === "region" && element.contains(menu)) || (id === "target-size" && !menu.contains(element)));
    return violations.flatMap(({ id, help, nodes }) =>
      nodes
        .filter(({ element }) => !isOfMenu(id, element))
        .map(
          (node) => `${id}: ${help} | ${node.target.join(" ")} | ${node.any.map((check) => check.message).join("; ")}`,
        ),
    );
  }, asked);
}

/** What opens is out of sight until its place is known, and then fades in; colors fade too. Nobody rests on that. */
function standStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const look = () =>
      [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]")]
        .map((box) => `${JSON.stringify(box.getBoundingClientRect())} ${getComputedStyle(box).opacity}`)
        .join();
    const isFading = () =>
      document.getAnimations().some((change) => change instanceof CSSTransition && change.playState === "running");
    // Whatever moves on and on is looked at as it moves.
    for (let [before, still, frames] = [look(), 0, 0]; still < 2 && frames < 60; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = look();
      still = now === before && !isFading() ? still + 1 : 0;
      before = now;
    }
  });
}

const pairs = [
  ["en", "light"],
  ["uk", "dark"],
] as const;

/** What there is to look at. */
export interface State {
  name: string;
  open: () => Promise<unknown>;
  /** At which widths, where the other is the same document; both, if it does not say. */
  at?: readonly number[];
  /** What must not scroll sideways either, beside the page, such as a dialog. */
  inside?: Locator;
  /** Whether each button has to have room for a finger on a phone. */
  hasTargets?: boolean;
}

/**
 * Opens one state of a page after the other, and looks at each in both languages, both themes and at both widths; a
 * page that scrolls sideways at 320 px fails WCAG 2.2, 1.4.10. Language and theme change live, as another tab would
 * change them, so that one visit is enough; the page has to come in English and light, and is left so. A theme is
 * colors and nothing else, a language is words and nothing else, so that two pairs have them all: English in light, and
 * Ukrainian in dark, where the rules of words are asked on the phone alone, on which its longer words have to fit.
 */
export async function walk(page: Page, states: readonly State[]): Promise<void> {
  const faults: string[] = [];
  const height = page.viewportSize()?.height ?? 800;
  for (const { name, open, at = [widths.phone, widths.desktop], inside, hasTargets } of states) {
    await open();
    for (const width of at) {
      await page.setViewportSize({ width, height });
      for (const [language, theme] of pairs) {
        await choose(page, "theme", theme);
        await choose(page, "language", language);
        await page.locator(`html[lang="${language}"][data-theme="${theme}"]`).waitFor({ state: "attached" });
        const isWhole = language === "en" || width === Math.min(...at);
        const found = [
          ...(await accessibilityFaults(page, isWhole ? "all" : "of colors")),
          ...(await sidewaysFaults(page, inside)),
          ...(hasTargets && width === widths.phone ? await smallTargets(page) : []),
        ];
        faults.push(...found.map((fault) => `${name}, ${language} ${theme}, ${width}: ${fault}`));
      }
      await choose(page, "theme", "light");
      await choose(page, "language", "en");
      await page.locator('html[lang="en"][data-theme="light"]').waitFor({ state: "attached" });
    }
    await page.setViewportSize({ width: widths.desktop, height });
  }
  expect(faults).toEqual([]);
}

/** As another tab of the browser does. */
async function choose(page: Page, key: "language" | "theme", newValue: string): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
    },
    [key, newValue] as const,
  );
}

async function sidewaysFaults(page: Page, inside: Locator | undefined): Promise<string[]> {
  const own = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const inner = await inside?.evaluate((box) =>
    Math.max(...Array.from([box, ...box.children], (part) => part.scrollWidth - part.clientWidth)),
  );
  const overflow = Math.max(own, inner ?? 0);
  return overflow > 0 ? [`${overflow} px too wide`] : [];
}
