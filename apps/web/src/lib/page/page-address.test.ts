import { expect, test } from "vitest";
import { addressesOf } from "./page-address.ts";

test("a page in all languages has one address with a lang parameter, and links its other languages", () => {
  const others = [
    { language: "en", address: "/blog" },
    { language: "uk", address: "/blog?lang=uk" },
    { language: "x-default", address: "/blog" },
  ];
  expect(addressesOf("/blog", "en")).toEqual({ own: "/blog", others });
  expect(addressesOf("/blog", "uk")).toEqual({ own: "/blog?lang=uk", others });
});

test("a path keeps its own parameters", () => {
  expect(addressesOf("/feature-requests?status=open", "uk").own).toBe("/feature-requests?status=open&lang=uk");
});

test("a post has one address for readers of any language, and links its translation", () => {
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

test("a post without a translation links no other language", () => {
  const versions = [{ language: "uk", path: "/blog/pryvit" }] as const;
  expect(addressesOf("/blog/pryvit", "en", versions)).toEqual({ own: "/blog/pryvit?lang=uk", others: [] });
});
