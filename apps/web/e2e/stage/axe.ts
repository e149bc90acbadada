import axeCore from "axe-core";
import type { Page } from "playwright-core";
import { smallTargets } from "./settings.ts";
import { expect, widths } from "./stage.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colorRules = ["color-contrast", "link-in-text-block"];
/** WCAG 2.5.3: a name contains the text on the screen, which users of voice control say. axe calls the rule experimental. */
const experimentalRules = { "label-content-name-mismatch": { enabled: true } };

interface Look {
  rules?: "all" | "of colors";
  /** Whether a box wider than its container or the page also counts as a fault. */
  mustFit?: boolean;
}

/**
 * Lists what axe finds wrong with the current page, one line a finding.
 *
 * If a modal dialog, sheet or menu is open, axe checks only that: the user cannot use the page behind it, and another
 * state covers it. axe is loaded once into each document and reports only violations, because listing every passing element
 * takes longer than checking them.
 */
export async function accessibilityFaults(page: Page, look: Look = {}): Promise<string[]> {
  // While the page does not know its user yet, it has neither a title nor a heading.
  await page.locator("html:not([data-launching]) main h1").first().waitFor({ state: "attached" });
  const faults = await runAxe(page, look);
  if (faults) return faults;
  await page.evaluate(axeCore.source);
  return (await runAxe(page, look)) ?? ["axe could not be loaded"];
}

/** @returns null if axe is not loaded in the document yet */
function runAxe(page: Page, { rules = "all", mustFit = false }: Look): Promise<string[] | null> {
  const options = {
    runOnly: rules === "of colors" ? colorRules : { type: "tag" as const, values: standards },
    resultTypes: ["violations" as const],
    rules: rules === "of colors" ? {} : experimentalRules,
    elementRef: true,
    // axe would fetch all style sheets for a rule that none of these standards contains.
    preload: false,
  };
  return page.evaluate(
    async ({ options, mustFit }) => {
      const { axe } = window as unknown as { axe?: typeof axeCore };
      if (!axe) return null;
      const listBoxes = () => [
        ...document.querySelectorAll<HTMLElement>("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]"),
      ];

      // The page reacts to a new width within one frame. An opened box is drawn in one frame and positioned in the
      // next, so its place must stay the same for two frames. Nothing fades, because this browser prefers reduced
      // motion.
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

      // An open dialog is modal if it hides the page except for live regions. A menu is always modal.
      const hidden = "[aria-hidden=true], [inert]";
      const isPageHidden = Boolean(document.querySelector("main h1")?.closest(hidden));
      const modal = listBoxes().findLast(
        ({ role }) => role === "menu" || (isPageHidden && (role === "dialog" || role === "alertdialog")),
      );
      const context = {
        include: [modal ?? document],
        // The focus guards at the edges of a dialog pass on the focus as soon as they get it.
        exclude: ["[data-base-ui-focus-guard]"],
      };
      // A menu lies in no landmark. axe makes that exception for dialogs only.
      const { violations } = await axe.run(context, {
        ...options,
        ...(modal && { rules: { ...options.rules, region: { enabled: false } } }),
      });
      // A list that is open beside its button covers targets of the page. The user cannot press them before it closes,
      // so they are no faults.
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
      // Text for screen readers only is always one pixel wide.
      const boxes = modal ? [modal, ...modal.children].filter((box) => box.clientWidth > 1) : [];
      const overflow = Math.max(
        document.documentElement.scrollWidth - innerWidth,
        ...boxes.map((box) => box.scrollWidth - box.clientWidth),
      );
      return mustFit && overflow > 0 ? [...faults, `${overflow} px too wide`] : faults;
    },
    { options, mustFit },
  );
}

const pairs = [
  ["en", "light"],
  ["uk", "dark"],
] as const;
type Pair = (typeof pairs)[number];

/** One state of a page that a walk opens and checks. */
export interface State {
  name: string;
  open: () => Promise<unknown>;
  /** Whether each button needs the size of a touch target on a phone. */
  hasTargets?: boolean;
}

/**
 * Opens one route after the other and checks each in both languages, both themes and at both widths. A page that
 * scrolls sideways at 320 px fails WCAG 2.2, 1.4.10. The page must start in English and light, and ends so. A theme
 * changes only colors and a language changes only text, so two pairs cover all: English in light, Ukrainian in dark.
 * The text rules run for Ukrainian only on the phone, where its longer texts have to fit.
 */
export async function checkRoutes(page: Page, routes: readonly State[]): Promise<void> {
  const [english, ukrainian] = pairs;
  const { phone, desktop } = widths;
  await checkLooks(page, routes, [
    { width: phone, pair: english },
    { width: phone, pair: ukrainian },
    { width: desktop, pair: ukrainian, rules: "of colors" },
    { width: desktop, pair: english },
  ]);
}

/**
 * Opens one state after the other of a route that `checkRoutes` checks, and checks each twice: in English and light on a
 * desktop, in Ukrainian and dark on a small phone. A dialog takes its colors from the tokens, and
 * packages/ui/src/tokens.test.ts computes their contrast in both themes. The page must start in English and light, and
 * ends so.
 */
export async function checkStates(page: Page, states: readonly State[]): Promise<void> {
  const [english, ukrainian] = pairs;
  await checkLooks(page, states, [
    { width: widths.desktop, pair: english },
    { width: widths.phone, pair: ukrainian },
  ]);
}

interface LookAt {
  width: number;
  pair: Pair;
  rules?: Look["rules"];
}

async function checkLooks(page: Page, states: readonly State[], looks: readonly LookAt[]): Promise<void> {
  const faults: string[] = [];
  for (const state of states) {
    await change(page, { width: widths.desktop, pair: pairs[0] });
    await state.open();
    for (const { width, pair, rules = "all" } of looks) {
      await change(page, { width, pair });
      const found = await accessibilityFaults(page, { rules, mustFit: true });
      if (state.hasTargets && width === widths.phone) found.push(...(await smallTargets(page)));
      faults.push(...found.map((fault) => `${state.name}, ${pair.join(" ")}, ${width}: ${fault}`));
    }
  }
  await change(page, { width: widths.desktop, pair: pairs[0] });
  expect(faults).toEqual([]);
}

/**
 * Sets a page's width, language and theme. Language and theme change live, both at once, as from another tab, so one
 * visit is enough.
 */
async function change(page: Page, { width, pair }: { width: number; pair: Pair }): Promise<void> {
  const size = page.viewportSize();
  if (size?.width !== width) await page.setViewportSize({ width, height: size?.height ?? 800 });
  // No document is loaded yet. The next one starts with the stored choice.
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

/**
 * Changes a setting as another tab of the browser does: it writes to the shared storage and dispatches the storage
 * event.
 */
export async function chooseElsewhere(page: Page, key: "language" | "theme", newValue: string): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
    },
    [key, newValue] as const,
  );
}
