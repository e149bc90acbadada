import { useEffect, useState } from "react";
import type { Heading } from "./headings.ts";

/** The largest distance of a heading from the top of the window at which its section is the current one, in pixels. */
const readingLine = 140;

/** The id of the current section, null before the first heading. */
export function useCurrentPart(headings: readonly Heading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = headings.map(({ id }) => id).join(" ");
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = ids.split(" ").filter((id) => {
        const heading = document.getElementById(id);
        return heading !== null && heading.getBoundingClientRect().top <= readingLine;
      });
      setCurrent(passed.at(-1) ?? null);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
    };
  }, [ids]);
  return current;
}
