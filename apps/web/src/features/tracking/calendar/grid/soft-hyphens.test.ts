import { expect, test } from "vitest";
import { withSoftHyphens } from "./soft-hyphens.ts";

const shown = (text: string) => withSoftHyphens(text).replaceAll("\u00ad", "-");

test.each([
  ["Стрічка новин", "Стріч-ка но-вин"],
  ["Англійські слова", "Ан-глій-ські сло-ва"],
  ["Відповідальне користування", "Від-по-ві-даль-не ко-рис-ту-ван-ня"],
  ["Район", "Ра-йон"],
])("breaks %s between its syllables", (title, broken) => {
  expect(shown(title)).toBe(broken);
});

test("keeps an apostrophe with the consonant before it, and never separates a single letter", () => {
  expect(shown("здоров’я об'єднання Їжа")).toBe("здо-ро-в’я об'єд-нан-ня Їжа");
});

test("leaves other languages to the browser", () => {
  expect(withSoftHyphens("Practising the double bass")).toBe("Practising the double bass");
});
