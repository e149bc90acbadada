import { expect, test } from "vitest";
import { transliterate } from "./transliterate.ts";

test.each([
  ["Щербухи Гоща", "Shcherbukhy Hoshcha"],
  ["Згорани, Розгон", "Zghorany, Rozghon"],
  ["Єнакієве, Їжакевич, Кадиївка, Йосипівка, Стрий", "Yenakiieve, Yizhakevych, Kadyivka, Yosypivka, Stryi"],
  ["Юрій Яготин, Ґалаґан", "Yurii Yahotyn, Galagan"],
  ["Знам’янка", "Znamianka"],
  ["Zoë Łódź 7_a", "Zoe odz 7_a"],
  ["山田", ""],
])("%s is transliterated as in a passport", (text, latin) => {
  expect(transliterate(text)).toBe(latin);
});
