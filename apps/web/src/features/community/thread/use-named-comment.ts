import { useEffect, useRef, useState } from "react";
import { whenThere } from "./when-there.ts";

/**
 * The comment in the address, `#comment-12`; it is fetched if it is not on the page. Null on the server, which does not
 * receive the hash.
 */
export function useNamedComment(find: (id: number) => Promise<boolean | undefined>): number | null {
  const [named, setNamed] = useState<number | null>(null);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(() => {
    const look = async () => {
      const id = Number(/^#comment-([1-9]\d{0,14})$/.exec(location.hash)?.[1] ?? 0);
      setNamed(id || null);
      if (!id || document.getElementById(`comment-${id}`) || !(await latest.current(id))) return;
      whenThere(
        () => document.getElementById(`comment-${id}`),
        (comment) => {
          comment.scrollIntoView({ block: "center" });
          comment.focus({ preventScroll: true });
        },
      );
    };
    void look();
    const onHash = () => void look();
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  return named;
}
