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

/** What it takes to ask is fetched before the connection goes. */
export const travelParts = [TravelQuestion];

/** Asks a person whose device is not where they live which day they record. */
export function TravelNotice() {
  const { data: settings } = trpc.auth.settings.get.useQuery({});
  const home = settings?.timezone;
  useClock();
  useEffect(() => {
    const chosen = pageDayZone().chosen();
    // Made for another home, or by another person.
    if (home !== undefined && chosen !== null && chosen !== home) pageDayZone().forget();
  }, [home]);
  if (!settings) return null;
  const travel = travelOf(pageDayZone(), {
    home: settings.timezone,
    now: browserSurroundings.now(),
    dayStartHour: settings.day_start_hour,
  });
  // Not there at all where there is nothing to ask, which is almost always.
  return travel ? <TravelQuestion travel={travel} /> : null;
}

/** Draws again each minute, and when the page comes back: the device may be elsewhere by then. */
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
