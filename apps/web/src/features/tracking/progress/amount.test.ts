import { amountSchema } from "@daymark/domain/tracking/habit";
import { describe, expect, test } from "vitest";
import { readAmount } from "./amount.ts";

describe("a typed amount", () => {
  test("is a whole number from 1 to 10000", () => {
    expect(readAmount("1")).toEqual({ value: 1 });
    expect(readAmount(" 10000 ")).toEqual({ value: 10_000 });
    expect(readAmount("007")).toEqual({ value: 7 });
  });

  test("out of range gets an error with the range", () => {
    for (const text of ["0", "-0", "10001", "-3", "99999999999999999999", "9".repeat(400)]) {
      expect(readAmount(text)).toEqual({ error: { code: "amount_out_of_range" } });
    }
  });

  test("is accepted exactly if the schema accepts it, with the same error otherwise", () => {
    for (let value = -10; value <= 10_010; value += 1) {
      const { success, error } = amountSchema.safeParse(value);
      const read = readAmount(String(value));
      expect(read).toEqual(success ? { value } : { error: { code: error.issues[0]?.message } });
    }
  });

  test("that is not a whole number is never rounded or guessed", () => {
    for (const text of ["1.5", "1,5", "1e3", "0x10", "ten", "1 000", "٣", "--1"]) {
      expect(readAmount(text).error?.code).toBe("not_integer");
    }
  });

  test("is required", () => {
    expect(readAmount("  ").error?.code).toBe("required");
  });
});
