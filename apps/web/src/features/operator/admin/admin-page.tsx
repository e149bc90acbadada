import type { ReactNode } from "react";
import { PageHead } from "../../../lib/head.tsx";

interface AdminPageProps {
  title: string;
  /** One sentence about the purpose of the page. */
  intro?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Title, one sentence, buttons, and the content: the same on all admin pages. */
export function AdminPage({ title, intro, actions, children }: AdminPageProps) {
  return (
    <>
      <PageHead title={title} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-3xl break-words">{title}</h1>
          {intro ? <p className="mt-2 max-w-[68ch] text-ink-muted">{intro}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      <div className="mt-6">{children}</div>
    </>
  );
}
