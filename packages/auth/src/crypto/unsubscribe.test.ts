import { expect, test } from "vitest";
import { createUnsubscribeTokens } from "./unsubscribe.ts";

const tokens = createUnsubscribeTokens("a secret");
const own = { purpose: "reminders", userId: 7 } as const;

test("a token names the user and the kind of mail, on every instance, and needs no escaping in a URL", () => {
  const token = tokens.create(own);
  expect(createUnsubscribeTokens("a secret").read(token)).toEqual(own);
  expect(encodeURIComponent(token)).toBe(token);
});

test("a token with another installation, user, kind or length is invalid", () => {
  const token = tokens.create(own);
  const signature = token.split(".")[2] ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // Four bits of the last character are unused, so sixteen texts decode to the same bytes.
  const otherSpellings = [...alphabet]
    .map((last) => signature.slice(0, -1) + last)
    .filter((text) => text !== signature && Buffer.from(text, "base64url").equals(Buffer.from(signature, "base64url")))
    .map((text) => token.replace(signature, text));
  expect(otherSpellings.length).toBe(15);
  const others = [
    createUnsubscribeTokens("another secret").create(own),
    token.replace("reminders", "newsletter"),
    token.replace(".7.", ".8."),
    token.replace(".7.", ".07."),
    token.slice(0, -1),
    `${token}A`,
    `${token}\n`,
    `${token}=`,
    ...otherSpellings,
    token.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
    "reminders.7.",
    "",
    "__proto__.7.AAAAAAAAAAAAAAAAAAAAAA",
  ];
  for (const other of others) expect(tokens.read(other), other).toBeNull();
});
