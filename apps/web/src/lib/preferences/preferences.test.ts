import { beforeEach, describe, expect, test } from "vitest";
import { createPreferences } from "./preferences.ts";

let stored: Map<string, string>;
let phone: { matches: boolean; turn: () => void; addEventListener: (_: string, listener: () => void) => void };
let person: string | null;
let tellStorage: (key: string | null) => void;

const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const open = () =>
  createPreferences({
    storage,
    phone: phone as unknown as MediaQueryList,
    person: () => person,
    onStorage: (listener) => {
      tellStorage = listener;
    },
  });

beforeEach(() => {
  stored = new Map();
  person = "7";
  phone = {
    matches: false,
    turn: () => {},
    addEventListener: (_, listener) => {
      phone.turn = listener;
    },
  };
});

describe("a preference", () => {
  test("is stored, and read by the next page", () => {
    open().set({ layout: "vertical", density: "compact", week_start: 6, folded_groups: ["Morning"] });
    expect(open().read()).toEqual({
      layout: "vertical",
      density: "compact",
      week_start: 6,
      folded_groups: ["Morning"],
    });
  });

  test("is the same object until it changes", () => {
    const preferences = open();
    const before = preferences.read();
    expect(preferences.read()).toBe(before);
    preferences.set({ density: "compact" });
    expect(preferences.read()).not.toBe(before);
  });

  test("depends on the width if no layout was chosen", () => {
    const preferences = open();
    expect(preferences.layout()).toBe("horizontal");
    phone.matches = true;
    phone.turn();
    expect(preferences.layout()).toBe("vertical");
    preferences.setLayout("year");
    expect(preferences.layout()).toBe("year");
    expect(preferences.fittingLayout()).toBe("vertical");
  });

  test("that is invalid is ignored", () => {
    stored.set("dashboardLayout", "diagonal");
    stored.set("dashboard_density", '"tiny"');
    stored.set("dashboard_week_start", "3");
    stored.set("dashboard_folded_groups", "{broken");
    expect(open().read()).toEqual({});
  });

  test("is announced to this tab when another tab changes it", () => {
    const preferences = open();
    let told = 0;
    preferences.subscribe(() => {
      told += 1;
    });
    stored.set("dashboard_density", '"compact"');
    tellStorage("dashboard_density");
    tellStorage("theme");
    expect(told).toBe(1);
    expect(preferences.read()).toEqual({ density: "compact" });
  });
});

describe("a preference stored for all devices", () => {
  test("stays unsent over a reload until the server has acknowledged it", () => {
    const before = open();
    before.syncFor("reader");
    before.set({ layout: "year" });
    before.set({ week_start: undefined });
    const after = open();
    after.syncFor("reader");
    expect(after.unsent()).toEqual({ layout: "year", week_start: null });
    after.acknowledge({ layout: "year", week_start: null });
    expect(after.unsent()).toBeUndefined();
  });

  test("stays unsent if it changed while it was being sent", () => {
    const preferences = open();
    preferences.syncFor("reader");
    preferences.set({ density: "compact", sort: "title" });
    const sent = preferences.unsent() ?? {};
    preferences.set({ sort: "streak" });
    preferences.acknowledge(sent);
    expect(preferences.unsent()).toEqual({ sort: "streak" });
  });

  test("is not lost if the dashboard is left before an earlier answer", () => {
    const preferences = open();
    preferences.syncFor("reader");
    preferences.set({ density: "compact" });
    const sent = preferences.unsent() ?? {};
    preferences.set({ sort: "title" });
    preferences.syncFor(null);
    preferences.acknowledge(sent);
    preferences.syncFor("reader");
    expect(preferences.unsent()).toMatchObject({ sort: "title" });
  });

  test("comes from the server, unless it was changed here meanwhile", () => {
    const preferences = open();
    preferences.syncFor("reader");
    preferences.set({ density: "compact" });
    preferences.take({ layout: "vertical", density: "comfortable", sort: null });
    expect(preferences.read()).toEqual({ layout: "vertical", density: "compact" });
  });

  test("is removed here if another device has removed it", () => {
    const preferences = open();
    preferences.syncFor("reader");
    preferences.take({ layout: "vertical", week_start: 7 });
    preferences.take({ layout: "vertical", week_start: null });
    expect(preferences.read()).toEqual({ layout: "vertical" });
  });

  test("belongs to one user and is not sent for another", () => {
    const preferences = open();
    preferences.syncFor("reader");
    preferences.set({ density: "compact" });
    preferences.syncFor("other");
    expect(preferences.unsent()).toBeUndefined();
  });

  test("is not sent on a plan that does not store it", () => {
    const preferences = open();
    preferences.set({ density: "compact" });
    preferences.syncFor("reader");
    expect(preferences.unsent()).toBeUndefined();
    preferences.sendAll();
    expect(preferences.unsent()).toEqual({ density: "compact" });
  });

  test("keeps its appearance after a log-out, without the user's texts", () => {
    const before = open();
    before.syncFor("reader");
    before.set({ density: "compact", folded_groups: ["Therapy"], filter: { text: "pills" } });
    before.forgetNames();
    expect(before.read()).toEqual({ density: "compact" });
    expect([...stored.values()].join()).not.toMatch(/Therapy|pills/);
    const after = open();
    after.syncFor("reader");
    expect(after.unsent()).toEqual({ density: "compact" });
    after.acknowledge({ density: "compact" });
    after.forgetNames();
    expect(after.unsent()).toBeUndefined();
  });

  test("keeps a user's texts after their session has ended, hidden from other users", () => {
    const names = { folded_groups: ["Therapy"], filter: { text: "pills" } };
    const preferences = open();
    preferences.syncFor("reader");
    preferences.set({ density: "compact", ...names });
    person = null;
    preferences.read();
    person = "7";
    expect(preferences.read()).toEqual({ density: "compact", ...names });
    person = "8";
    preferences.syncFor("other");
    expect(preferences.read()).toEqual({ density: "compact" });
    expect([...stored.values()].join()).not.toMatch(/Therapy|pills/);
    preferences.sendAll();
    expect(preferences.unsent()).toEqual({ density: "compact" });
  });

  test("does not delete a user's texts on the server because another user was here", () => {
    const before = open();
    before.syncFor("reader");
    before.set({ density: "compact", folded_groups: ["Therapy"] });
    person = "8";
    open().read();
    person = "7";
    const after = open();
    after.syncFor("reader");
    expect(after.unsent()).toEqual({ density: "compact" });
  });

  test("does not show texts stored without a user", () => {
    stored.set("dashboard_folded_groups", '["Therapy"]');
    expect(open().read()).toEqual({});
  });
});
