import { useEffect, useReducer } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";
import { browserSurroundings } from "../clock/today.ts";
import { travelOf } from "./travel.ts";

const TravelQuestion = lazyComponent(
  () => import("./travel-question.tsx"),
  ({ travel }) => travel,
);

/** Lazy component, fetched early, so that it also opens without a connection. */
export const travelParts = [TravelQuestion];

/** Asks a user whose device is in another zone than their home which day they record. */
export function TravelNotice() {
  const { data: settings } = trpc.auth.settings.get.useQuery({});
  const home = settings?.timezone;
  useClock();
  useEffect(() => {
    const chosen = pageDayZone().chosen();
    // The choice was made for another home zone.
    if (home !== undefined && chosen !== null && chosen !== home) pageDayZone().forget();
  }, [home]);
  if (!settings) return null;
  const travel = travelOf(pageDayZone(), {
    home: settings.timezone,
    now: browserSurroundings.now(),
    dayStartHour: settings.day_start_hour,
  });
  // Not mounted if there is nothing to ask, which is the usual case.
  return travel ? <TravelQuestion travel={travel} /> : null;
}

/** Renders again each minute, and when the user returns to the page: the device may be in another zone then. */
function useClock(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let cancel = () => {};
    const tick = () => {
      redraw();
      cancel = browserSurroundings.later(tick, redrawMilliseconds);
    };
    cancel = browserSurroundings.later(tick, redrawMilliseconds);
    const stop = browserSurroundings.onReturn(redraw);
    return () => {
      cancel();
      stop();
    };
  }, []);
}

const redrawMilliseconds = 60_000;
