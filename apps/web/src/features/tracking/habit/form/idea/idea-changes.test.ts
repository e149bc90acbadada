import { habitCreateInput } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { type Idea, ideaChanges, noIdea } from "./idea-changes.ts";

const book: Idea = { ...noIdea, title: "Read a book", target: 20, emoji: "📖", unit_label: "page, pages" };
const meditate: Idea = { ...noIdea, title: "Meditate", target: 10, unit: "minutes" };

/** The form after an idea, with what the user had changed before. */
function filled(idea: Idea, typed: object) {
  const dirty = Object.fromEntries(Object.keys(typed).map((name) => [name, true]));
  return { ...noIdea, title: idea.title, type: "good", hue: 0, ...typed, ...ideaChanges(idea, dirty) };
}

describe("an idea in the form of a new habit", () => {
  test("brings its unit and its word", () => {
    expect(filled(book, {})).toMatchObject({ target: 20, unit: "repetitions", unit_label: "page, pages", emoji: "📖" });
    expect(filled(meditate, {})).toMatchObject({ target: 10, unit: "minutes", unit_label: null });
  });

  test("leaves a goal that the user has typed", () => {
    expect(filled(book, { target: 30 })).toMatchObject({ target: 30, unit_label: "page, pages" });
  });

  test.each([
    ["a unit", book, { unit: "minutes" }, { unit: "minutes", unit_label: null }],
    ["a word", meditate, { unit_label: "set, sets" }, { unit: "repetitions", unit_label: "set, sets" }],
  ] as const)("leaves %s of the user alone, so that the form can be sent", (_, idea, typed, unit) => {
    const values = filled(idea, typed);
    expect(values).toMatchObject(unit);
    expect(habitCreateInput.safeParse({ ...values, emoji: null }).success).toBe(true);
  });
});
