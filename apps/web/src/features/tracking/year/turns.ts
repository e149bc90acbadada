import { type RefObject, useEffect, useState } from "react";

/** The distance outside the window at which a map is rendered early, so that scrolling shows no empty space. */
const marginPx = 800;
/** The longest wait for the next one on a page that is never idle. */
const longestWaitMs = 1000;
/** The wait between two in Safari, which has no idle callback. */
const idleDelayMs = 60;

type Turn = () => void;

/**
 * Renders many elements one after another: visible ones first, one per frame; then, while the page is idle, the others
 * too, so that a screen reader finds all of them.
 */
function createConcurrencyLimit() {
  const inSight = new Set<Turn>();
  const others = new Set<Turn>();
  let isRunning = false;

  const run = () => {
    const queue = inSight.size > 0 ? inSight : others;
    const [next] = queue;
    isRunning = next !== undefined;
    if (!next) return;
    queue.delete(next);
    others.delete(next);
    next();
    schedule();
  };
  const schedule = () => {
    isRunning = true;
    if (inSight.size > 0) requestAnimationFrame(run);
    else if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: longestWaitMs });
    else setTimeout(run, idleDelayMs);
  };
  const start = () => {
    if (!isRunning) schedule();
  };

  return {
    wait(turn: Turn) {
      others.add(turn);
      start();
    },
    prefer(turn: Turn) {
      if (!others.has(turn)) return;
      inSight.add(turn);
      // An idle callback would come too late for a visible element.
      requestAnimationFrame(() => {
        if (inSight.has(turn)) run();
      });
    },
    forget(turn: Turn) {
      inSight.delete(turn);
      others.delete(turn);
    },
  };
}

const turns = createConcurrencyLimit();

/** How many turns an element has had, up to `count`: it is rendered in this many parts. */
export function useTurns(ref: RefObject<HTMLElement | null>, count: number): number {
  const [done, setDone] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (done >= count || !element) return;
    const turn = () => setDone(done + 1);
    turns.wait(turn);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) turns.prefer(turn);
      },
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      turns.forget(turn);
    };
  }, [ref, done, count]);
  return done;
}
