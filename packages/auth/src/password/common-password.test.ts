import { expect, test } from "vitest";
import { passwordFault } from "./common-password.ts";

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
])("a common password is refused with any decoration: %s", (password) => {
  expect(passwordFault(password, owner)).toBe("password_common");
});

test.each(["Marigold7!", "xX-mArIgOlD7-Xx1", "M4rigold7!", "Kit.Fox-2026", "Daymark2026!", "D@ymark-1"])(
  "a password with the user's name, address or the brand is refused as personal: %s",
  (password) => {
    expect(passwordFault(password, owner)).toBe("password_personal");
  },
);

test.each(["Correct-Horse-7", "Tr0ub4dor&3", "xK9#mQ2$vL", "Зелений-Чай-42", "Password-of-Rain-9", "Example-Com-12"])(
  "any other password is accepted: %s",
  (password) => {
    expect(passwordFault(password, owner)).toBeNull();
  },
);

test("a word that merely contains a short name is accepted", () => {
  const short = { username: "art", email: "jo@example.com" };
  expect(passwordFault("Cartwheel-Jot-9", short)).toBeNull();
  expect(passwordFault("Art-2026!", short)).toBe("password_personal");
});

test("the longest password is checked in less than quadratic time", () => {
  const start = process.cpuUsage().user;
  passwordFault(`${"ab".repeat(63)}A!`, owner);
  passwordFault("a".repeat(128), owner);
  expect(process.cpuUsage().user - start).toBeLessThan(200_000);
});
