import { fontFamily, type Scene } from "./scene.ts";

const anchors = { left: "start", center: "middle", right: "end" } as const;

/** A picture inside a page, for print: as sharp as the paper. It is decoration; its data stands beside it as text. */
export function SceneSvg({ scene: { width, height, shapes }, className }: { scene: Scene; className: string }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true" fontFamily={fontFamily}>
      {shapes.map((shape, index) => {
        // The shapes of a picture have no identity, and change only all together.
        const key = index;
        if (shape.kind === "text") {
          const { x, y, text, size, weight, fill, align = "left" } = shape;
          return (
            <text key={key} x={x} y={y} fontSize={size} fontWeight={weight} fill={fill} textAnchor={anchors[align]}>
              {text}
            </text>
          );
        }
        if (shape.kind === "line") {
          const points = shape.points.map((point) => point.join(",")).join(" ");
          return (
            <polyline
              key={key}
              points={points}
              fill={shape.fill ?? "none"}
              stroke={shape.stroke}
              strokeWidth={shape.width}
            />
          );
        }
        const { x, y, width: side, height: up, radius, fill = "none", stroke, opacity } = shape;
        return (
          <rect key={key} {...{ x, y, rx: radius, fill, stroke, opacity }} width={side} height={up} strokeWidth={2} />
        );
      })}
    </svg>
  );
}
