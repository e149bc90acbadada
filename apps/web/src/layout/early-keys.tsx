import { useEffect } from "react";

/** Stands where the tools will: takes their keys, which the browser would answer, and presses them once more for them. */
export function EarlyKeys() {
  useEffect(() => {
    let held: KeyboardEvent | undefined;
    const hold = (event: KeyboardEvent) => {
      const { key, code, target } = event;
      const isMod = event.ctrlKey || event.metaKey;
      const isPalette = isMod && (/^k$/i.test(key) || (key > "~" && code === "KeyK"));
      const isTyping = target instanceof Element && target.closest("input, textarea, select");
      if (!isPalette && (key !== "?" || isMod || isTyping)) return;
      event.preventDefault();
      held = event;
    };
    addEventListener("keydown", hold, true);
    return () => {
      removeEventListener("keydown", hold, true);
      // They listen by then.
      setTimeout(() => held && document.dispatchEvent(new KeyboardEvent("keydown", held)));
    };
  }, []);
  return <span className="size-control" />;
}
