import type { ReactNode } from "react";

interface SectionProps {
  /** The target of the More menu. */
  id: string;
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}

/** A section of the landing page: the heading on the left stays visible while its content scrolls. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 border-t border-line">
      <div className="mx-auto grid w-full max-w-7xl gap-x-16 gap-y-10 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-12">
        <div className="lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
          <h2 id={`${id}-title`} className="text-3xl sm:text-[2.5rem]">
            {title}
          </h2>
          {intro ? <p className="mt-4 max-w-[44ch] text-lg text-ink-muted">{intro}</p> : null}
        </div>
        <div className="min-w-0 lg:col-span-8">{children}</div>
      </div>
    </section>
  );
}
