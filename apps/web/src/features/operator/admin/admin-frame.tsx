import { useLingui } from "@lingui/react/macro";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { UserShell } from "../../../layout/user-shell.tsx";
import { SectionLink } from "./list/section-link.tsx";
import { useSections } from "./sections.tsx";

/** Wraps every admin page with its navigation: beside the page if there is space, otherwise a row above it. */
export function AdminFrame() {
  const { t } = useLingui();
  const sections = useSections();
  const row = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    // Scrolls only the row and not the page.
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.clientWidth) / 2;
  }, [path]);
  return (
    <UserShell>
      <div className="mx-auto grid w-full max-w-7xl flex-1 grid-cols-1 content-start gap-x-10 gap-y-6 px-4 pt-4 pb-20 sm:px-6 sm:pt-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label={t`Admin site`} className="min-w-0">
          <div
            ref={row}
            className="relative -mx-4 flex gap-1 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:sticky lg:top-24 lg:mx-0 lg:flex-col lg:overflow-visible lg:px-0"
          >
            {sections.map(({ to, name, icon, isExact }) => (
              <SectionLink key={to} {...{ to, icon, isExact }}>
                {name}
              </SectionLink>
            ))}
          </div>
        </nav>
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </UserShell>
  );
}
