import { expect, test } from "vitest";
import { isCommonPassword } from "./common-password.ts";

const owner = { username: "Marigold7", email: "kit.fox@example.com" };

test.each([
  "Password1!",
  "P@ssw0rd",
  "Pa$$w0rd2026!",
  "pASSWORD!!1",
  "1!Password",
  "PasswordPassword1!",
  "Qwerty123!",
  "1qaz@WSX",
  "1Q2w3e4r!",
  "Aa123456!",
  "Welcome-1",
  "Iloveyou2!",
  "Пароль123!",
  "Йцукен12!",
  "Abc12345!",
])("a common password is refused in every dress: %s", (password) => {
  expect(isCommonPassword(password, owner)).toBe(true);
});

test.each(["Marigold7!", "xX-mArIgOlD7-Xx1", "M4rigold7!", "Kit.Fox-2026", "Daymark2026!", "D@ymark-1"])(
  "the owner's name, address or the brand is refused: %s",
  (password) => {
    expect(isCommonPassword(password, owner)).toBe(true);
  },
);

test.each(["Correct-Horse-7", "Tr0ub4dor&3", "xK9#mQ2$vL", "Зелений-Чай-42", "Password-of-Rain-9", "Example-Com-12"])(
  "any other password is fine: %s",
  (password) => {
    expect(isCommonPassword(password, owner)).toBe(false);
  },
);

test("a short name is no reason to refuse a word that contains it", () => {
  const short = { username: "art", email: "jo@example.com" };
  expect(isCommonPassword("Cartwheel-Jot-9", short)).toBe(false);
  expect(isCommonPassword("Art-2026!", short)).toBe(true);
});

test("the longest password is judged in no time that grows with its square", () => {
  const start = process.cpuUsage().user;
  isCommonPassword(`${"ab".repeat(63)}A!`, owner);
  isCommonPassword("a".repeat(128), owner);
  expect(process.cpuUsage().user - start).toBeLessThan(200_000);
});
