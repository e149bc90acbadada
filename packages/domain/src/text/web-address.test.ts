import { expect, test } from "vitest";
import { domainLengthMax, parseWebAddress, urlLengthMax } from "./web-address.ts";

const host = (length: number) => "字".repeat(length);

test.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["HTTP://EXAMPLE.org", "http://example.org/"],
  ["https://приклад.укр:8443/їжа", "https://xn--80aikifvh.xn--j1amh:8443/%D1%97%D0%B6%D0%B0"],
  [`https://${"user".repeat(100)}@example.org:80/`, `https://${"user".repeat(100)}@example.org:80/`],
  [`https://${"a.".repeat(126)}b:8080`, `https://${"a.".repeat(126)}b:8080/`],
])("%j is a web address", (text, href) => {
  expect(parseWebAddress(text)?.href).toBe(href);
});

test.each(["", "/blog", "//example.org", "https://", "https:example.org", "ftp://a.b", " https://a.b", "http://a b"])(
  "%j is not a web address",
  (text) => {
    expect(parseWebAddress(text)).toBeNull();
  },
);

test("a host longer than DNS allows is refused in every syntax of an address", () => {
  expect(parseWebAddress(`http://${host(domainLengthMax)}/`)).not.toBeNull();
  const long = host(domainLengthMax + 1);
  for (const text of [
    `http://${long}`,
    `http://${long}/path`,
    `http://${long}:80`,
    `http://user:password@${long}`,
    `http:////\\/${long}`,
    `http://\n/\t/${long}`,
    `http://${long}\\path`,
    `http://${long}?a@b`,
  ]) {
    expect(parseWebAddress(text), text).toBeNull();
  }
});

test("an address that is too long is refused", () => {
  const address = "https://example.org/".padEnd(urlLengthMax, "a");
  expect(parseWebAddress(address)?.href).toBe(address);
  expect(parseWebAddress(`${address}a`)).toBeNull();
});
