import type { Messages } from "@lingui/core";
import { afterEach, expect, test, vi } from "vitest";
import { catalogs } from "./catalogs.ts";
import { createLanguageStore } from "./language.ts";

afterEach(() => vi.restoreAllMocks());

/** Delays a catalog until the test calls `come`. */
function holdBack(language: "en" | "uk", name: keyof (typeof catalogs)["en"]) {
  const { promise, resolve } = Promise.withResolvers<{ messages: Messages }>();
  vi.spyOn(catalogs[language], name).mockReturnValue(promise as ReturnType<(typeof catalogs)["en"]["app"]>);
  return { come: () => resolve({ messages: { [`${language} ${name}`]: ["there"] } }) };
}

test("of two quick language changes the last one wins, even if its catalog arrives first", async () => {
  const store = createLanguageStore("en");
  await store.need("app");
  const ukrainian = holdBack("uk", "app");
  const [first, last] = [store.switchTo("uk"), store.switchTo("en")];
  await last;
  ukrainian.come();
  await first;
  expect(store.current).toBe("en");
});

/** A switch to Ukrainian while a page needs another catalog; no catalog has arrived yet. */
async function switchWhilePageNeedsBlog() {
  const store = createLanguageStore("en");
  await store.need("app");
  const catalogsToCome = {
    englishBlog: holdBack("en", "blog"),
    ukrainianApp: holdBack("uk", "app"),
    ukrainianBlog: holdBack("uk", "blog"),
  };
  return { store, needed: store.need("blog"), switched: store.switchTo("uk"), ...catalogsToCome };
}

test("a catalog requested during a change is loaded in the new language", async () => {
  const { store, needed, switched, englishBlog, ukrainianApp, ukrainianBlog } = await switchWhilePageNeedsBlog();
  ukrainianApp.come();
  await switched;
  englishBlog.come();
  ukrainianBlog.come();
  await needed;
  expect(store.current).toBe("uk");
  expect(Object.keys(store.i18n.messages)).toEqual(["uk app", "uk blog"]);
});

test("a change also loads a catalog that a page began to use meanwhile", async () => {
  const { store, needed, switched, englishBlog, ukrainianApp, ukrainianBlog } = await switchWhilePageNeedsBlog();
  englishBlog.come();
  await needed;
  ukrainianApp.come();
  ukrainianBlog.come();
  await switched;
  expect(Object.keys(store.i18n.messages)).toEqual(["uk app", "uk blog"]);
});
