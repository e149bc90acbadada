import { describe, expect, test } from "vitest";
import { type Scene, svgOf } from "./scene.ts";

const scene: Scene = {
  width: 100,
  height: 50,
  shapes: [
    { kind: "rect", x: 1, y: 2, width: 10, height: 10, radius: 5, fill: "#abcdef", opacity: 0.5 },
    {
      kind: "line",
      points: [
        [0, 0],
        [3.256789, 2],
      ],
      stroke: "#000000",
      width: 2,
    },
    {
      kind: "text",
      x: 5,
      y: 20,
      text: `<script>"Tom & Jerry's"</script>\u0000`,
      size: 12,
      weight: 600,
      fill: "#111111",
    },
  ],
};

describe("a picture as SVG", () => {
  const svg = svgOf(scene, `A "year" & more`);

  test("has a title", () => {
    expect(svg).toContain("<title>A &quot;year&quot; &amp; more</title>");
    expect(svg).toContain('viewBox="0 0 100 50"');
  });

  test("escapes user text", () => {
    expect(svg).not.toContain("<script>");
    expect(svg).toContain("&lt;script&gt;&quot;Tom &amp; Jerry&#39;s&quot;&lt;/script&gt; </text>");
  });

  test("has each of its shapes", () => {
    expect(svg).toContain('<rect x="1" y="2" width="10" height="10" rx="5" fill="#abcdef" opacity="0.5"/>');
    expect(svg).toContain('points="0,0 3.26,2"');
  });
});
