import { Trans, useLingui } from "@lingui/react/macro";
import { useHydrated, useRouter } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { CalendarPicture, daysClass, HabitLine, visibility } from "../demo/calendar-picture.tsx";
import { demoDates, sampleOf } from "../demo/demo-days.ts";
import { demoHabits } from "../demo/demo-habits.ts";
import { DemoMark } from "../demo/demo-mark.tsx";
import { shownDayScript, useShownDay } from "../demo/shown-day.ts";

const load = () => import("../demo/demo-calendar.tsx");

/**
 * A demo calendar. The server renders a picture of it. The interactive calendar, which looks the same, replaces it at
 * the first press, so that other readers do not load its code. It does not replace it earlier, under a pointer that is
 * already down: the press would be lost. A reader who has marked days before gets it at once.
 */
export function SampleCalendar() {
  const { t, i18n } = useLingui();
  const [Live, setLive] = useState<ComponentType<{ today: string }> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  /** The press before the interactive calendar was loaded: the pointer position, or a key. */
  const pressed = useRef<{ x: number; y: number } | "by key" | null>(null);
  const today = useShownDay();
  const isAlive = useIsAlive();
  const wake = () => {
    // If it cannot be fetched, the picture stays.
    load().then(
      (part) => setLive(() => part.default),
      () => {},
    );
  };
  useEffect(() => {
    if (localStorage.getItem("demo_marks") !== null) wake();
  }, []);
  useEffect(() => {
    if (!Live || pressed.current === null) return;
    if (pressed.current === "by key") place.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
    else document.elementFromPoint(pressed.current.x, pressed.current.y)?.closest<HTMLElement>("[data-place]")?.click();
  }, [Live]);
  if (Live) {
    return (
      <div ref={place}>
        <Live today={today} />
      </div>
    );
  }
  return (
    <div ref={place} className="relative">
      <CalendarPicture
        role="img"
        label={t`A calendar: three good habits and two bad ones, with their days marked and their streaks.`}
        dates={demoDates(today)}
        today={today}
        foot={
          <span className="noscript:hidden">
            <Trans>Try it: press a day.</Trans>
          </span>
        }
      >
        {demoHabits.map((habit, row) => {
          const { days, streak } = sampleOf(habit, today);
          return (
            <HabitLine
              key={habit.id}
              title={i18n._(habit.title)}
              goal={i18n._(habit.goal)}
              hue={habit.hue}
              streak={streak}
              isFirstBad={row === 3}
            >
              <div className={daysClass}>
                {days.map((day, column) => (
                  <span key={day.day} className={visibility(column)}>
                    <DemoMark habit={habit} day={day} />
                  </span>
                ))}
              </div>
            </HabitLine>
          );
        })}
      </CalendarPicture>
      <ShownDayScript />
      {isAlive ? (
        <button
          type="button"
          aria-label={t`Try the calendar`}
          className="absolute inset-0 cursor-pointer rounded-2xl"
          onPointerEnter={() => void load().catch(() => {})}
          onClick={({ clientX: x, clientY: y, detail }) => {
            pressed.current = detail === 0 ? "by key" : { x, y };
            wake();
          }}
        />
      ) : null}
    </div>
  );
}

/** Part of a rendered page alone: a page that the browser renders knows the reader's day. */
function ShownDayScript() {
  const nonce = useRouter().options.ssr?.nonce;
  if (useHydrated()) return null;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: shownDayScript }} />;
}

/** Whether scripts run: a button that does nothing is worse than none. */
function useIsAlive(): boolean {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  return isAlive;
}
