import { expect, test } from "vitest";
import { addressesOf } from "./page-address.ts";

test("a page in all languages is one address with a parameter, and each says where the others are", () => {
  const others = [
    { language: "en", address: "/blog" },
    { language: "uk", address: "/blog?lang=uk" },
    { language: "x-default", address: "/blog" },
  ];
  expect(addressesOf("/blog", "en")).toEqual({ own: "/blog", others });
  expect(addressesOf("/blog", "uk")).toEqual({ own: "/blog?lang=uk", others });
});

test("a path with parameters of its own keeps them", () => {
  expect(addressesOf("/feature-requests?status=open", "uk").own).toBe("/feature-requests?status=open&lang=uk");
});

test("a post has one address, whichever language its reader has, and points at its translation", () => {
  const versions = [
    { language: "uk", path: "/blog/pryvit" },
    { language: "en", path: "/blog/hello" },
  ] as const;
  for (const language of ["en", "uk"] as const) {
    expect(addressesOf("/blog/pryvit", language, versions)).toEqual({
      own: "/blog/pryvit?lang=uk",
      others: [
        { language: "uk", address: "/blog/pryvit?lang=uk" },
        { language: "en", address: "/blog/hello" },
        { language: "x-default", address: "/blog/hello" },
      ],
    });
  }
});

test("a post that nobody has translated points nowhere", () => {
  const versions = [{ language: "uk", path: "/blog/pryvit" }] as const;
  expect(addressesOf("/blog/pryvit", "en", versions)).toEqual({ own: "/blog/pryvit?lang=uk", others: [] });
});
