import { useEffect } from "react";

/** A placeholder for the lazy tools: holds a shortcut that the browser would handle and repeats it for the tools. */
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
      // By then the tools have added their listeners.
      setTimeout(() => held && document.dispatchEvent(new KeyboardEvent("keydown", held)));
    };
  }, []);
  return <span className="size-control" />;
}
