import { type RefObject, useEffect, useState } from "react";

/** How far outside of the window a map is drawn already, so that scrolling meets none that is missing. */
const marginPx = 800;
/** How long the next one waits for a page that is never idle. */
const longestWaitMs = 1000;
/** What Safari, which has no idle callback, waits between two. */
const idleDelayMs = 60;

type Turn = () => void;

/**
 * Draws one after another what a page has many of: those in sight first, one a frame; then, while nothing else is to be
 * done, the others too, so that whoever reads the page rather than looks at it meets all of them.
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
      // What waits for an idle moment would wait too long.
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

/** How many turns an element has had, up to a number: it is drawn in so many parts. */
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
