import { describe, expect, it } from "vitest";
import { brotliBytes, countPage } from "./pages.ts";

const file = (path: string, kind: string, text: string) => ({
  url: `http://127.0.0.1:1${path}`,
  kind,
  body: Buffer.from(text),
});

describe("countPage", () => {
  const script = "export const words = ['habit', 'progress', 'streak'];\n".repeat(50);

  it("counts compressed bytes, each kind for itself", () => {
    const counted = countPage("/", [
      file("/", "document", "<!doctype html><p>Hello</p>"),
      file("/assets/a.js", "script", script),
      file("/assets/a.css", "stylesheet", "p{color:red}"),
      file("/assets/a.woff2", "font", "0123456789"),
      file("/api/profile/", "fetch", "{}"),
    ]);
    expect(counted.js).toBe(brotliBytes(Buffer.from(script)));
    expect(counted.js).toBeLessThan(script.length / 5);
    expect(counted.css).toBe(brotliBytes(Buffer.from("p{color:red}")));
    expect(counted.fonts).toBe(10);
    expect(counted.scripts).toEqual(["/assets/a.js"]);
  });

  it("counts a file that was preloaded and then used once, and a prefetched chunk as script", () => {
    const counted = countPage("/", [
      file("/assets/a.js", "script", script),
      file("/assets/a.js", "script", script),
      file("/assets/b.js", "other", script),
    ]);
    expect(counted.scripts).toEqual(["/assets/a.js", "/assets/b.js"]);
    expect(counted.js).toBe(2 * brotliBytes(Buffer.from(script)));
  });
});

describe("brotliBytes", () => {
  it("is never more than the file with its frame", () => {
    expect(brotliBytes(Buffer.alloc(100_000, "a"))).toBeLessThan(100);
    expect(brotliBytes(Buffer.from([1, 200, 3, 150]))).toBeLessThan(12);
  });
});
