import { expect, test } from "vitest";
import { addParameters, isRedirectUri, matchesRedirectUri, returnsTo } from "./redirect-uri.ts";

test.each([
  "https://app.example/callback",
  "https://app.example/callback?tenant=1",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:8123/callback",
  "http://[::1]:8123/",
  "http://localhost:33418/callback",
  "com.example.app:/callback",
])("an application may register %s", (uri) => {
  expect(isRedirectUri(uri)).toBe(true);
});

test.each([
  "http://app.example/callback",
  "http://127.0.0.1.example/callback",
  "http://localhost.example/callback",
  "https://app.example/#fragment",
  "https://user:secret@app.example/",
  "https://app.example\\@evil.example/",
  "https://app.example/a b",
  "https://app.example/\n",
  "javascript:alert(1)",
  "JavaScript://app.example/%0aalert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "myapp://callback",
  "/callback",
  "",
  `https://app.example/${"x".repeat(500)}`,
])("an application may not register %s", (uri) => {
  expect(isRedirectUri(uri)).toBe(false);
});

test("a redirect URI matches only as a whole, and at a loopback address with any port", () => {
  expect(matchesRedirectUri("https://app.example/cb", "https://app.example/cb")).toBe(true);
  for (const other of [
    "https://app.example/cb/",
    "https://app.example/cb?x=1",
    "https://app.example:8443/cb",
    "https://APP.example/cb",
    "https://app.example/cb/../cb",
    "http://app.example/cb",
  ]) {
    expect(matchesRedirectUri("https://app.example/cb", other), other).toBe(false);
  }
  expect(matchesRedirectUri("http://127.0.0.1/cb", "http://127.0.0.1:50123/cb")).toBe(true);
  expect(matchesRedirectUri("http://localhost:1/cb", "http://localhost:2/cb")).toBe(true);
  for (const other of [
    "http://127.0.0.1:50123/other",
    "http://localhost:50123/cb",
    "http://x@127.0.0.1:50123/cb",
    "http://127.0.0.1:50123/cb#x",
    "https://127.0.0.1/cb",
  ]) {
    expect(matchesRedirectUri("http://127.0.0.1/cb", other), other).toBe(false);
  }
});

test("a person sees who receives the answer", () => {
  expect(returnsTo("https://app.example:8443/cb")).toEqual({ kind: "site", name: "app.example:8443" });
  expect(returnsTo("http://127.0.0.1:9/cb")).toEqual({ kind: "device", name: "127.0.0.1" });
  expect(returnsTo("com.example.app:/cb")).toEqual({ kind: "app", name: "com.example.app:" });
  // A name that only looks like another one is shown in the form that DNS knows.
  expect(returnsTo("https://аpp.example/cb")).toEqual({ kind: "site", name: "xn--pp-6kc.example" });
});

test("the answer keeps the parameters of the redirect URI", () => {
  const url = addParameters("https://app.example/cb?tenant=1", { code: "a b", state: undefined, iss: "https://x" });
  expect(url).toBe("https://app.example/cb?tenant=1&code=a+b&iss=https%3A%2F%2Fx");
});
