import { expect, test } from "vitest";
import { maskEmail } from "./masked-email.ts";

test.each([
  ["anna@example.org", "a•••@e•••.org"],
  ["a@b.ua", "a•••@b•••.ua"],
  ["anna.maria@mail.example.co.uk", "a•••@m•••.uk"],
  ["оля@xn--80ak6aa.example", "о•••@x•••.example"],
  ["🌱grows@example.com", "🌱•••@e•••.com"],
  ["root@localhost", "r•••@l•••"],
  ['"with@sign"@example.com', '"•••@e•••.com'],
])("of %s others see %s", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
