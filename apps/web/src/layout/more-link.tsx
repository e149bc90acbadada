import { Link } from "@tanstack/react-router";
import { useSessionStatus } from "../lib/app.ts";
import { menuLineClass } from "./disclosure.tsx";

/** A line of the More menu; the landing page is under another address for whoever is logged in. */
export function MoreLink({ hash, name }: { hash: string; name: string }) {
  const status = useSessionStatus();
  return (
    <Link to={status === "user" ? "/home" : "/"} hash={hash} className={menuLineClass}>
      {name}
    </Link>
  );
}
