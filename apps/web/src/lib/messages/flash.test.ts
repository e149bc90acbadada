import { beforeEach, expect, test } from "vitest";
import { closeFlash, flash, isFlashOpen, setPersonThere } from "./flash.ts";

beforeEach(() => {
  setPersonThere(true);
  closeFlash("notice");
});

test("the end of a session closes only personal messages", () => {
  flash({ id: "deleted", text: "“Therapy” was deleted.", isPersonal: true });
  flash({ id: "notice", text: "A new version is ready." });
  setPersonThere(false);
  expect([isFlashOpen("deleted"), isFlashOpen("notice")]).toEqual([false, true]);
});

test("a personal message after the end of the session is not shown", () => {
  setPersonThere(false);
  flash({ id: "deleted", text: "“Therapy” was deleted.", isPersonal: true });
  flash({ id: "notice", text: "You have been logged out." });
  expect([isFlashOpen("deleted"), isFlashOpen("notice")]).toEqual([false, true]);
  setPersonThere(true);
  flash({ id: "deleted", text: "“Walk” was deleted.", isPersonal: true });
  expect(isFlashOpen("deleted")).toBe(true);
});
