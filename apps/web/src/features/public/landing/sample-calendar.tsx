import { classes } from "@daymark/ui/classes";
import { DayMark } from "@daymark/ui/day-mark";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { CalendarPicture, daysClass, HabitLine, visibility } from "../demo/calendar-picture.tsx";
import { type SampleDay, sampleDates, sampleHabits, sampleToday } from "./sample-habits.ts";

/**
 * A demo calendar. The server renders a picture of it, because it does not know the reader's date. The interactive
 * calendar, of the same size, replaces it as soon as the reader interacts with it, so that other readers do not load
 * its code.
 */
export function SampleCalendar() {
  const { t, i18n } = useLingui();
  const [Live, setLive] = useState<ComponentType | null>(null);
  const place = useRef<HTMLDivElement>(null);
  /** The press before the interactive calendar was loaded: the pointer position, or a key. */
  const pressed = useRef<{ x: number; y: number } | "by key" | null>(null);
  const isAlive = useIsAlive();
  const wake = () => {
    // If it cannot be fetched, the picture stays.
    import("../demo/demo-calendar.tsx").then(
      (part) => setLive(() => part.default),
      () => {},
    );
  };
  useEffect(() => {
    if (!Live || pressed.current === null) return;
    if (pressed.current === "by key") place.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
    else document.elementFromPoint(pressed.current.x, pressed.current.y)?.closest<HTMLElement>("[data-place]")?.click();
  }, [Live]);
  if (Live) {
    return (
      <div ref={place}>
        <Live />
      </div>
    );
  }
  return (
    <div ref={place} className="relative">
      <CalendarPicture
        role="img"
        label={t`A calendar: three good habits and two bad ones, with their days marked and their streaks.`}
        dates={sampleDates}
        today={sampleToday}
        foot={
          <span className="noscript:hidden">
            <Trans>Try it: press a day.</Trans>
          </span>
        }
      >
        {sampleHabits.map(({ habit, streak, days }, row) => (
          <HabitLine
            key={habit.id}
            title={i18n._(habit.title)}
            goal={i18n._(habit.goal)}
            hue={habit.hue}
            streak={streak}
            isFirstBad={row === 3}
          >
            <div className={daysClass}>
              {sampleDates.map((day, index) => (
                <Mark key={day} sample={days[index] ?? "upcoming"} className={visibility(index)} />
              ))}
            </div>
          </HabitLine>
        ))}
      </CalendarPicture>
      {isAlive ? (
        <button
          type="button"
          aria-label={t`Try the calendar`}
          className="absolute inset-0 cursor-pointer rounded-2xl"
          onPointerEnter={wake}
          onClick={({ clientX: x, clientY: y, detail }) => {
            pressed.current = detail === 0 ? "by key" : { x, y };
            wake();
          }}
        />
      ) : null}
    </div>
  );
}

/** Whether scripts run: a button that does nothing is worse than none. */
function useIsAlive(): boolean {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  return isAlive;
}

function Mark({ sample, className }: { sample: SampleDay; className: string }) {
  const [result, value, share] = typeof sample === "string" ? [sample] : sample;
  return (
    <DayMark
      result={result}
      value={value}
      {...(share !== undefined && { share })}
      className={classes("shrink-0", className)}
    />
  );
}
