import type { ReactNode } from "react";

/** The habit and the day or days. */
export function EntryHeading({ title, text }: { title: ReactNode; text: string }) {
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className="mt-0.5 h-9 w-1 shrink-0 rounded-full bg-habit" />
      <div className="min-w-0">
        <h2 className="truncate text-base leading-tight tracking-normal">{title}</h2>
        <p className="text-sm leading-snug text-ink-muted">{text}</p>
      </div>
    </div>
  );
}
