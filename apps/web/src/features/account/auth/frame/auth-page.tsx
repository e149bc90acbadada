import type { ReactNode } from "react";
import { NeedsScripts } from "../../../../lib/needs-scripts.tsx";

interface AuthPageProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** The link to the other form; null if there is none. */
  foot: ReactNode;
}

/** One narrow column: a form without links that lead away from it. */
export function AuthPage({ title, intro, children, foot }: AuthPageProps) {
  return (
    <div className="hero-chart hero-chart-aside flex flex-1 flex-col justify-center px-4 py-12 sm:py-16">
      <div className="mx-auto w-full max-w-[25rem]">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {intro ? <p className="mt-3 text-ink-muted">{intro}</p> : null}
        <div className="mt-8 flex flex-col gap-6">
          <NeedsScripts />
          <div>{children}</div>
        </div>
        {foot && <p className="mt-8 border-t border-line pt-6 text-[0.9375rem] text-ink-muted">{foot}</p>}
      </div>
    </div>
  );
}
