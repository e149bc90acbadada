import { expect, test } from "vitest";
import { createDayZone } from "./day-zone.ts";

function openBrowser({ zone }: { zone: string | undefined }) {
  const stored = new Map<string, string>();
  const dayZone = createDayZone({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    device: () => zone,
  });
  return { stored, dayZone };
}

test.each(["Etc/Unknown", "Mars/Olympus", "", undefined])(
  "a browser whose zone is %j counts days in UTC and names no zone to the server",
  (zone) => {
    const { dayZone } = openBrowser({ zone });
    expect([dayZone.device(), dayZone.current(), dayZone.known()]).toEqual(["UTC", "UTC", null]);
  },
);

test("a browser names the zone that it knows, or that the user has chosen", () => {
  expect(openBrowser({ zone: "Asia/Tokyo" }).dayZone.known()).toBe("Asia/Tokyo");
  const { dayZone } = openBrowser({ zone: "Etc/Unknown" });
  dayZone.choose("Europe/Kyiv");
  expect([dayZone.current(), dayZone.known()]).toEqual(["Europe/Kyiv", "Europe/Kyiv"]);
});

test("a stored zone that this browser does not know is passed over", () => {
  const { stored, dayZone } = openBrowser({ zone: "Asia/Tokyo" });
  dayZone.choose("Europe/Kyiv");
  stored.set("dayZone", (stored.get("dayZone") ?? "").replace("Europe/Kyiv", "Mars/Olympus"));
  expect([dayZone.current(), dayZone.known()]).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
});
