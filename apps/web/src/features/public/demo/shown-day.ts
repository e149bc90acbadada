import { formatLocale } from "@daymark/domain/text/language";
import { useHydrated } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { daysBefore } from "./demo-days.ts";

/**
 * Runs right after the calendar of a rendered page, before the browser paints it. The server writes its own day in UTC,
 * because it does not know the reader's. Where that is another one, the script writes the reader's dates, as `useFormat`
 * does. Nothing else of the calendar depends on the day. Plain and constant: the page is cached for everyone, and its
 * Content-Security-Policy allows the script by its hash.
 */
export const shownDayScript = `(function(d){var r=d.currentScript.parentElement.querySelector("[data-shown-day]"),n=new Date(),t=Date.UTC(n.getFullYear(),n.getMonth(),n.getDate()),i=new Date(t).toISOString().slice(0,10);if(r.dataset.shownDay===i)return;r.dataset.shownDay=i;var f=function(t,o){o.timeZone="UTC";return new Intl.DateTimeFormat(${JSON.stringify(formatLocale)}[d.documentElement.lang],o).format(t)};r.firstElementChild.textContent=f(t,{month:"long"})+" "+i.slice(0,4);[].forEach.call(r.lastElementChild.children,function(c,k){var e=t+(k-${daysBefore})*864e5;c.firstElementChild.textContent=f(e,{weekday:"short"});c.lastElementChild.textContent=new Date(e).getUTCDate()})})(document)`;

/**
 * Today in the calendar to try, `YYYY-MM-DD`: the reader's day, also if the page stays open past midnight. While a
 * rendered page is hydrated, it is the day that the page already shows.
 */
export function useShownDay(): string {
  const { serverDay } = useApp();
  const isHydrated = useHydrated();
  const [today, setToday] = useState(() => serverDay?.() ?? ((!isHydrated && dayOnPage()) || localDay()));
  useEffect(() => {
    const look = () => setToday(localDay());
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return today;
}

function dayOnPage(): string | undefined {
  return document.querySelector<HTMLElement>("[data-shown-day]")?.dataset.shownDay;
}

function localDay(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
