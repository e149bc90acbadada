import { createContext, type ReactNode, use, useState } from "react";

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Says a sentence to those who listen, without showing it: what is seen of it is seen anyway. */
export function useAnnounce() {
  return use(AnnounceContext);
}

export function Announcer({ children }: { children: ReactNode }) {
  const [text, setText] = useState("");
  return (
    <AnnounceContext value={setText}>
      {children}
      <p role="status" className="sr-only">
        {text}
      </p>
    </AnnounceContext>
  );
}
