import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { canvasColors, createThemeStore, headScript, type Theme, themeWithoutScripts } from "./theme.ts";

interface Stored {
  theme?: string;
  themeIsSystem?: string;
  refreshToken?: string;
}

function paint(stored: Stored, isSystemLight = false, defaultTheme: Theme = "dark") {
  const dataset: Record<string, string> = { theme: themeWithoutScripts(defaultTheme), defaultTheme };
  const window = {};
  const added: object[] = [];
  runInNewContext(headScript, {
    window,
    document: {
      documentElement: { dataset },
      createElement: (tag: string) => ({ tag }),
      head: { append: (element: object) => added.push(element) },
    },
    localStorage: { getItem: (key: keyof Stored) => stored[key] ?? null },
    sessionStorage: { getItem: () => null },
    matchMedia: (query: string) => ({ matches: query.includes("light") && isSystemLight }),
  });
  return { dataset, window, added };
}

test.each<[Stored, boolean, string]>([
  [{}, true, "dark"],
  [{ theme: "light" }, false, "light"],
  [{ theme: "dark" }, true, "dark"],
  [{ theme: "<script>" }, true, "dark"],
  [{ theme: "dark", themeIsSystem: "true" }, true, "light"],
  [{ theme: "light", themeIsSystem: "true" }, false, "dark"],
])("with %j stored and a light system %j the first paint is %s", (stored, isSystemLight, theme) => {
  expect(paint(stored, isSystemLight).dataset.theme).toBe(theme);
});

test.each<[Theme, Stored, boolean, string]>([
  ["light", {}, false, "light"],
  ["light", { theme: "dark" }, true, "dark"],
  ["light", { theme: "light", themeIsSystem: "true" }, false, "dark"],
  ["light", { theme: "<script>" }, false, "light"],
  ["system", {}, false, "dark"],
  ["system", {}, true, "light"],
  ["system", { theme: "dark", themeIsSystem: "false" }, true, "dark"],
  ["system", { theme: "light" }, false, "light"],
])(
  "with the default %s, %j stored and a light system %j the first paint is %s",
  (defaultTheme, stored, isLight, theme) => {
    expect(paint(stored, isLight, defaultTheme).dataset.theme).toBe(theme);
  },
);

test.each<[Stored, string]>([
  [{ theme: "dark" }, canvasColors.dark],
  [{ theme: "light" }, canvasColors.light],
])("with %j the browser's frame has the page's color from the start", (stored, content) => {
  expect(paint(stored).added).toEqual([{ tag: "meta", name: "theme-color", content }]);
});

test("the head script marks a page that a user opens, and none that a guest opens", () => {
  expect(paint({ refreshToken: "x" }).dataset).toHaveProperty("launching");
  expect(paint({}).dataset).not.toHaveProperty("launching");
});

test("a browser without storage access gets the default theme", () => {
  const dataset = { theme: "dark" };
  const forbidden = new Proxy(
    {},
    {
      get: () => {
        throw new Error("denied");
      },
    },
  );
  runInNewContext(headScript, { window: {}, document: { documentElement: { dataset } }, localStorage: forbidden });
  expect(dataset).toEqual({ theme: "dark" });
});

test("zod does not probe for eval, which the policy would report", () => {
  expect(paint({}).window).toEqual({ __zod_globalConfig: { jitless: true } });
});

/** A theme store on a browser whose parts the test sets and reads. */
function openStore(defaultTheme: Theme) {
  const values = new Map<string, string>();
  const root = { dataset: { defaultTheme } as DOMStringMap };
  let onChange = () => {};
  const systemLight = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => {
      onChange = listener;
    },
  } as unknown as MediaQueryList;
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const frame = { color: "" };
  const tint = (color: string) => {
    frame.color = color;
  };
  const store = createThemeStore({ storage, root, tint, systemLight });
  const turnLight = (isLight: boolean) => {
    Object.assign(systemLight, { matches: isLight });
    onChange();
  };
  return { store, values, root, frame, turnLight };
}

test("System follows the operating system at once, and a fixed theme does not", () => {
  const { store, values, root, frame, turnLight } = openStore("dark");
  store.set("system");
  expect([store.get(), root.dataset.theme]).toEqual(["system", "dark"] satisfies [Theme, string]);
  turnLight(true);
  expect([root.dataset.theme, frame.color]).toEqual(["light", canvasColors.light]);
  // The values that the head script reads on the next page.
  expect(Object.fromEntries(values)).toEqual({ theme: "light", themeIsSystem: "true" });

  store.set("dark");
  turnLight(false);
  turnLight(true);
  expect([store.get(), root.dataset.theme]).toEqual(["dark", "dark"]);
});

test("the operator's default holds until a theme is chosen, and is never stored as a choice", () => {
  const { store, values, root, turnLight } = openStore("system");
  expect(store.get()).toBe("system");
  turnLight(true);
  expect([root.dataset.theme, values.size]).toEqual(["light", 0]);
  turnLight(false);
  expect([root.dataset.theme, values.size]).toEqual(["dark", 0]);

  store.set("light");
  expect([store.get(), root.dataset.theme]).toEqual(["light", "light"]);
  expect(openStore("light").store.get()).toBe("light");
});
