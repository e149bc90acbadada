import { useEffect } from "react";
import { isTypingField } from "./typing-fields.ts";

/** A placeholder for the lazy tools: holds a shortcut that the browser would handle and repeats it for the tools. */
export function EarlyKeys() {
  useEffect(() => {
    let held: KeyboardEvent | undefined;
    const hold = (event: KeyboardEvent) => {
      const { key, code, target, defaultPrevented } = event;
      const isMod = event.ctrlKey || event.metaKey;
      const isPalette = isMod && (/^k$/i.test(key) || (key > "~" && code === "KeyK"));
      // The text of a post has its own Ctrl+K.
      if (defaultPrevented || (!isPalette && (key !== "?" || isMod || isTypingField(target)))) return;
      event.preventDefault();
      held = event;
    };
    document.addEventListener("keydown", hold);
    return () => {
      document.removeEventListener("keydown", hold);
      // By then the tools have added their listeners.
      setTimeout(() => held && document.dispatchEvent(new KeyboardEvent("keydown", held)));
    };
  }, []);
  return <span className="size-control" />;
}
