import type { Page } from "playwright-core";

/**
 * Counts of repeated renders. Cells are named "cell <habit> <day>" and headers "header <habit>". The cells of the year
 * view are not components, so there a habit counts as "year <habit>" and each row of its map as "days <habit> <first
 * day>".
 */
export interface Renders {
  /** Sets all counts to zero. */
  reset(): Promise<void>;
  /** The number of renders by name since the last reset. */
  read(): Promise<Record<string, number>>;
}

/**
 * Counts which cells and headers of the calendar React renders again in the built product. React reports each commit to
 * the hook of its developer tools. Call this before the page loads.
 */
export async function countRenders(page: Page): Promise<Renders> {
  await page.addInitScript(() => {
    interface Fiber {
      tag: number;
      flags: number;
      child: Fiber | null;
      sibling: Fiber | null;
      alternate: Fiber | null;
      stateNode: unknown;
    }
    const counts: Record<string, number> = {};
    Object.assign(window, { rendersCounted: counts });
    /** Function components, forwarded refs and both kinds of memo (ReactWorkTags.js). */
    const components = new Set([0, 11, 14, 15]);
    const performedWork = 1;

    const elementOf = (fiber: Fiber): Element | null => {
      for (let inner = fiber.child; inner; inner = inner.child) {
        if (inner.stateNode instanceof Element) return inner.stateNode;
      }
      return null;
    };
    const nameOf = (element: Element | null): string | null => {
      if (element?.matches(".year-row")) {
        return `year ${element.querySelector<HTMLElement>("[data-habit-header]")?.dataset.habitHeader}`;
      }
      if (element?.matches(".year-map tr")) {
        const first = element.querySelector<HTMLElement>("[data-day]")?.dataset;
        return first ? `days ${first.habit} ${first.day}` : null;
      }
      if (!(element instanceof HTMLTableCellElement)) return null;
      const { habit, day } = element.dataset;
      if (habit && day) return `cell ${habit} ${day}`;
      const header = element.querySelector<HTMLElement>("[data-habit-header]") ?? element;
      return header.dataset.habitHeader ? `header ${header.dataset.habitHeader}` : null;
    };
    const count = (fiber: Fiber) => {
      const name = components.has(fiber.tag) ? nameOf(elementOf(fiber)) : null;
      if (name) counts[name] = (counts[name] ?? 0) + 1;
    };
    const walk = (fiber: Fiber) => {
      const before = fiber.alternate;
      if (!before || fiber.flags & performedWork) count(fiber);
      // React skipped the children if they are the same objects.
      if (before && before.child === fiber.child) return;
      for (let child = fiber.child; child; child = child.sibling) walk(child);
    };
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current),
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      checkDCE: () => {},
    };
    Object.defineProperty(window, "__REACT_DEVTOOLS_GLOBAL_HOOK__", { value: hook });
  });
  return {
    reset: () =>
      page.evaluate(() => {
        const { rendersCounted } = window as unknown as { rendersCounted: Record<string, number> };
        for (const name in rendersCounted) delete rendersCounted[name];
      }),
    read: () =>
      page.evaluate(() => ({ ...(window as unknown as { rendersCounted: Record<string, number> }).rendersCounted })),
  };
}
