import type { ReactNode } from "react";

/** A section of the page with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-8">
      <h2 className="text-xl">{title}</h2>
      {children}
    </div>
  );
}

/** Charts side by side, if there is space. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-2">{children}</div>;
}
