import { useHydrated } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

interface OutcomeProps {
  icon: ReactNode;
  tone?: "neutral" | "success" | "danger";
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A page that shows a result, with one next step. If it replaces another page, its heading gets the focus. */
export function Outcome({ icon, tone = "neutral", title, action, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(!useHydrated());
  useEffect(() => {
    // The focused element, such as the pressed button, was removed with the previous page.
    if (!isFirst.current && !document.activeElement?.closest("main")) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="hero-chart hero-chart-aside flex flex-1 flex-col items-center justify-center px-4 py-20 text-center">
      <div role="status" className="flex w-full max-w-md flex-col items-center">
        <span className={`grid size-14 place-items-center rounded-2xl text-[1.5rem] [&_svg]:size-7 ${tones[tone]}`}>
          {icon}
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-6 text-3xl">
          {title}
        </h1>
        <div className="mt-3 flex flex-col gap-3 text-ink-muted">{children}</div>
        {action ? <div className="mt-8 flex flex-wrap justify-center gap-3">{action}</div> : null}
      </div>
    </div>
  );
}

const tones = {
  neutral: "bg-raised text-ink-muted",
  success: "bg-success-soft text-success-text",
  danger: "bg-danger-soft text-danger-text",
};
