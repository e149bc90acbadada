import { linkClass } from "@daymark/ui/link";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useSite } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import "./legal-page.css";

export interface LegalSection {
  id: string;
  title: ReactNode;
  body: ReactNode;
}

interface LegalPageProps {
  title: ReactNode;
  intro: ReactNode;
  /** `YYYY-MM-DD` of the last change of the text. */
  updatedOn: string;
  sections: readonly LegalSection[];
}

/** A long text with its table of contents beside it, in a readable width. */
export function LegalPage({ title, intro, updatedOn, sections }: LegalPageProps) {
  const date = useFormat().day(updatedOn, { dateStyle: "long" });
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-x-16 gap-y-10 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-12">
      <header className="lg:col-span-12">
        <h1 className="max-w-[18ch] text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-4 text-sm text-ink-muted">
          <Trans>Last updated on {date}</Trans>
        </p>
        <p className="mt-6 max-w-[60ch] text-lg text-ink-muted">{intro}</p>
      </header>
      <nav aria-labelledby="contents" className="lg:col-span-4">
        <div className="border-t border-line pt-5 lg:sticky lg:top-24">
          <h2 id="contents" className="text-base">
            <Trans>Contents</Trans>
          </h2>
          <ol className="mt-3 flex list-decimal flex-col pl-6 text-[0.9375rem] text-ink-muted">
            {sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="block py-1.5 text-ink-muted no-underline hover:text-ink pointer-coarse:py-2.5"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
      <div className="flex flex-col gap-10 lg:col-span-8">
        {sections.map((section) => (
          <section key={section.id} id={section.id} className="legal-text scroll-mt-24 border-t border-line pt-5">
            <h2 className="text-2xl">{section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The email address of the operator of this installation. */
export function ContactLink() {
  const { contactEmail } = useSite();
  return (
    <a href={`mailto:${contactEmail}`} className={linkClass}>
      {contactEmail}
    </a>
  );
}
