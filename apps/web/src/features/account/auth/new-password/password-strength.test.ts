import { newPasswordSchema } from "@daymark/domain/account/auth";
import { expect, test } from "vitest";
import { passwordScore } from "./password-strength.ts";

test.each([
  ["", 0],
  ["12345678", 1],
  ["short1!", 1],
  ["Abcdef1!", 2],
  ["Aa1!Aa1!Aa1!Aa1!Aa1!", 2],
  ["Harbour-light7", 3],
  ["Сонце сходить о 6!", 4],
])("%j scores %i", (password, score) => {
  expect(passwordScore(password)).toBe(score);
});

test("only a password that the rules refuse gets the lowest score", () => {
  for (const password of ["abcdefgh", "ABCDEFG1!", "Abcdefg1", "Abcdefg1!", "a", "Zz9#Zz9#"]) {
    expect(passwordScore(password) === 1).toBe(!newPasswordSchema.safeParse(password).success);
  }
});
