import { expect, test } from "vitest";
import { createDayZone } from "./day-zone.ts";

function openBrowser({ zone }: { zone: string | undefined }) {
  const stored = new Map<string, string>();
  const session: { userId: string | null } = { userId: "7" };
  const dayZone = createDayZone({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    device: () => zone,
    person: () => session.userId,
  });
  return { stored, session, dayZone };
}

test.each(["Etc/Unknown", "Mars/Olympus", "", undefined])(
  "a browser with the zone %j uses UTC and sends no zone to the server",
  (zone) => {
    const { dayZone } = openBrowser({ zone });
    expect([dayZone.device(), dayZone.current(), dayZone.known()]).toEqual(["UTC", "UTC", null]);
  },
);

test("a browser sends its own zone, or the one that the user has chosen", () => {
  expect(openBrowser({ zone: "Asia/Tokyo" }).dayZone.known()).toBe("Asia/Tokyo");
  const { dayZone } = openBrowser({ zone: "Etc/Unknown" });
  dayZone.choose("Europe/Kyiv");
  expect([dayZone.current(), dayZone.known()]).toEqual(["Europe/Kyiv", "Europe/Kyiv"]);
});

test("a stored zone unknown to this browser is ignored", () => {
  const { stored, dayZone } = openBrowser({ zone: "Asia/Tokyo" });
  dayZone.choose("Europe/Kyiv");
  stored.set("dayZone", (stored.get("dayZone") ?? "").replace("Europe/Kyiv", "Mars/Olympus"));
  expect([dayZone.current(), dayZone.known()]).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
});

test("a choice applies only to the user who made it", () => {
  const { session, dayZone } = openBrowser({ zone: "Asia/Tokyo" });
  dayZone.choose("Europe/Kyiv");
  for (const other of [null, "8"]) {
    session.userId = other;
    expect([dayZone.current(), dayZone.known(), dayZone.chosen()]).toEqual(["Asia/Tokyo", "Asia/Tokyo", null]);
  }
  session.userId = "7";
  expect([dayZone.current(), dayZone.known(), dayZone.chosen()]).toEqual(["Europe/Kyiv", "Europe/Kyiv", "Europe/Kyiv"]);
});

test("a guest stores no choice", () => {
  const { stored, session, dayZone } = openBrowser({ zone: "Asia/Tokyo" });
  session.userId = null;
  dayZone.choose("Europe/Kyiv");
  expect([stored.size, dayZone.current()]).toEqual([0, "Asia/Tokyo"]);
});

test("a stored choice without an owner is ignored, and replaced by the next one", () => {
  const { stored, session, dayZone } = openBrowser({ zone: "Asia/Tokyo" });
  stored.set("dayZone", JSON.stringify({ device: "Asia/Tokyo", zone: "Europe/Kyiv" }));
  for (const userId of [null, "7"]) {
    session.userId = userId;
    expect([dayZone.current(), dayZone.chosen()]).toEqual(["Asia/Tokyo", null]);
  }
  dayZone.choose("Europe/London");
  expect(dayZone.current()).toBe("Europe/London");
});
