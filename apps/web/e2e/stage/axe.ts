import axeCore from "axe-core";
import type { Page } from "playwright-core";
import { smallTargets } from "./settings.ts";
import { expect, widths } from "./stage.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colorRules = ["color-contrast", "link-in-text-block"];

interface Look {
  rules?: "all" | "of colors";
  /** Whether a box that is too wide for itself, or for the page, is a fault too. */
  hasToFit?: boolean;
}

/**
 * Lists what axe finds wrong with a page as it stands, one line a finding.
 *
 * Where a modal dialog, sheet or menu is open, axe looks at that alone: the page behind it cannot be used, and is a state
 * of its own. axe is given to a document once, and lists its findings alone: a list of every element that is in order takes
 * longer than to look at them.
 */
export async function accessibilityFaults(page: Page, look: Look = {}): Promise<string[]> {
  // A page whose user is not known yet has neither a title nor a heading.
  await page.locator("html:not([data-launching]) main h1").first().waitFor({ state: "attached" });
  const faults = await lookInPage(page, look);
  if (faults) return faults;
  await page.evaluate(axeCore.source);
  return (await lookInPage(page, look)) ?? ["axe could not be loaded"];
}

/** @returns null where the document does not have axe yet */
function lookInPage(page: Page, { rules = "all", hasToFit = false }: Look): Promise<string[] | null> {
  const options = {
    runOnly: rules === "of colors" ? colorRules : { type: "tag" as const, values: standards },
    resultTypes: ["violations" as const],
    elementRef: true,
    // All style sheets would be read for a rule that none of these standards has.
    preload: false,
  };
  return page.evaluate(
    async ({ options, hasToFit }) => {
      const { axe } = window as unknown as { axe?: typeof axeCore };
      if (!axe) return null;
      const listBoxes = () => [
        ...document.querySelectorAll<HTMLElement>("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]"),
      ];

      // The page knows a new width within one frame. What opens is placed in the frame after the one that draws it, so it
      // has to stand still for two. Nothing fades: the user of this browser wants less motion.
      const placesOf = (boxes: readonly HTMLElement[]) =>
        boxes.map((box) => `${JSON.stringify(box.getBoundingClientRect())} ${getComputedStyle(box).opacity}`).join();
      for (let [before, still, frames] = [placesOf(listBoxes()), 0, 0]; frames < 60; frames += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const boxes = listBoxes();
        const now = placesOf(boxes);
        still = now === before ? still + 1 : 0;
        if (still >= (boxes.length > 0 ? 2 : 1)) break;
        before = now;
      }

      // A dialog is modal where it hides the page, all of it but its live regions. A menu is always modal.
      const hidden = "[aria-hidden=true], [inert]";
      const isPageHidden = Boolean(document.querySelector("main h1")?.closest(hidden));
      const modal = listBoxes().findLast(
        ({ role }) => role === "menu" || (isPageHidden && (role === "dialog" || role === "alertdialog")),
      );
      const context = {
        include: [modal ?? document],
        // The edges of what opens hand the focus on as soon as they get it.
        exclude: ["[data-base-ui-focus-guard]"],
      };
      // A menu is in no landmark of the page, and axe knows that only of dialogs.
      const { violations } = await axe.run(context, {
        ...options,
        ...(modal && { rules: { region: { enabled: false } } }),
      });
      // What is open beside its button, such as a list, covers targets of the page, which nobody presses before it closes.
      const open = modal ? [] : listBoxes();
      const isCovered = (id: string, element: HTMLElement | undefined) =>
        id === "target-size" && open.length > 0 && !open.some((box) => element && box.contains(element));
      const faults = violations.flatMap(({ id, help, nodes }) =>
        nodes
          .filter(({ element }) => !isCovered(id, element))
          .map(
            (node) =>
              `${id}: ${help} | ${node.target.join(" ")} | ${node.any.map((check) => check.message).join("; ")}`,
          ),
      );
      // A text for those who listen is one pixel wide, whatever its length.
      const boxes = modal ? [modal, ...modal.children].filter((box) => box.clientWidth > 1) : [];
      const overflow = Math.max(
        document.documentElement.scrollWidth - innerWidth,
        ...boxes.map((box) => box.scrollWidth - box.clientWidth),
      );
      return hasToFit && overflow > 0 ? [...faults, `${overflow} px too wide`] : faults;
    },
    { options, hasToFit },
  );
}

const pairs = [
  ["en", "light"],
  ["uk", "dark"],
] as const;
type Pair = (typeof pairs)[number];

/** One state of a page. */
export interface State {
  name: string;
  open: () => Promise<unknown>;
  /** Whether each button has to have room for a finger on a phone. */
  hasTargets?: boolean;
}

/**
 * Opens one route after the other, and looks at each in both languages, both themes and at both widths; a page that
 * scrolls sideways at 320 px fails WCAG 2.2, 1.4.10. The page has to come in English and light, and is left so. A theme
 * is colors and nothing else, a language is words and nothing else, so that two pairs have them all: English in light, and
 * Ukrainian in dark, where the rules of words are asked on the phone alone, on which its longer words have to fit.
 */
export async function walkRoutes(page: Page, routes: readonly State[]): Promise<void> {
  const [english, ukrainian] = pairs;
  const { phone, desktop } = widths;
  await walkLooks(page, routes, [
    { width: phone, pair: english },
    { width: phone, pair: ukrainian },
    { width: desktop, pair: ukrainian, rules: "of colors" },
    { width: desktop, pair: english },
  ]);
}

/**
 * Opens one state after the other of a page whose route is walked by `walkRoutes`, and looks at each twice: in English and
 * light on a desktop, in Ukrainian and dark on a small phone. A dialog has no colors but the tokens, whose contrast is
 * computed in both themes (packages/ui/src/tokens.test.ts). The page has to come in English and light, and is left so.
 */
export async function walkStates(page: Page, states: readonly State[]): Promise<void> {
  const [english, ukrainian] = pairs;
  await walkLooks(page, states, [
    { width: widths.desktop, pair: english },
    { width: widths.phone, pair: ukrainian },
  ]);
}

interface LookAt {
  width: number;
  pair: Pair;
  rules?: Look["rules"];
}

async function walkLooks(page: Page, states: readonly State[], looks: readonly LookAt[]): Promise<void> {
  const faults: string[] = [];
  for (const state of states) {
    await change(page, { width: widths.desktop, pair: pairs[0] });
    await state.open();
    for (const { width, pair, rules = "all" } of looks) {
      await change(page, { width, pair });
      const found = await accessibilityFaults(page, { rules, hasToFit: true });
      if (state.hasTargets && width === widths.phone) found.push(...(await smallTargets(page)));
      faults.push(...found.map((fault) => `${state.name}, ${pair.join(" ")}, ${width}: ${fault}`));
    }
  }
  await change(page, { width: widths.desktop, pair: pairs[0] });
  expect(faults).toEqual([]);
}

/**
 * Gives a page its width, language and theme. Language and theme change live, both at once, as another tab would change
 * them, so that one visit is enough.
 */
async function change(page: Page, { width, pair }: { width: number; pair: Pair }): Promise<void> {
  const size = page.viewportSize();
  if (size?.width !== width) await page.setViewportSize({ width, height: size?.height ?? 800 });
  // Nothing is loaded yet: the page comes as it is to be.
  if (page.url() === "about:blank") return;
  const [language, theme] = pair;
  const isChosen = await page.evaluate(
    ([language, theme]) => {
      const root = document.documentElement;
      for (const [key, newValue, shown] of [
        ["theme", theme, root.dataset.theme],
        ["language", language, root.lang],
      ] as const) {
        if (newValue === shown) continue;
        localStorage.setItem(key, newValue);
        dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
      }
      return root.lang === language && root.dataset.theme === theme;
    },
    [language, theme] as const,
  );
  if (!isChosen) await page.locator(`html[lang="${language}"][data-theme="${theme}"]`).waitFor({ state: "attached" });
}

/** Changes a choice as another tab of the browser does: in the storage of both, and then by its event. */
export async function chooseElsewhere(page: Page, key: "language" | "theme", newValue: string): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
    },
    [key, newValue] as const,
  );
}
