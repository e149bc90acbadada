/** A corner radius of half the side makes a circle. Lengths are pixels of the picture. */
interface RectShape {
  kind: "rect";
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
  fill?: string;
  stroke?: string;
  /** Opacity of the fill and the stroke, 0 to 1. */
  opacity?: number;
}

interface TextShape {
  kind: "text";
  x: number;
  /** The baseline. */
  y: number;
  text: string;
  size: number;
  weight: number;
  fill: string;
  align?: "left" | "right" | "center";
}

interface LineShape {
  kind: "line";
  points: readonly (readonly [number, number])[];
  stroke: string;
  width: number;
  /** For a closed shape. */
  fill?: string;
}

type Shape = RectShape | TextShape | LineShape;

/**
 * A picture as a list of shapes, which both outputs draw: an SVG, and pixels on a canvas. A canvas can use the page's
 * fonts; an SVG that is drawn as an image cannot, so neither is made from the other.
 */
export interface Scene {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

export const fontFamily = "Onest, Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Draws a picture on a canvas, with `scale` canvas pixels for each of its own. */
export function paintScene(canvas: HTMLCanvasElement, { width, height, shapes }: Scene, scale: number): void {
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(scale, scale);
  for (const shape of shapes) paintShape(context, shape);
}

function paintShape(context: CanvasRenderingContext2D, shape: Shape) {
  context.globalAlpha = shape.kind === "rect" ? (shape.opacity ?? 1) : 1;
  if (shape.kind === "text") {
    context.font = `${shape.weight} ${shape.size}px ${fontFamily}`;
    context.textAlign = shape.align ?? "left";
    context.fillStyle = shape.fill;
    context.fillText(shape.text, shape.x, shape.y);
    return;
  }
  context.beginPath();
  if (shape.kind === "rect") {
    const inset = shape.stroke ? strokeWidth / 2 : 0;
    const { x, y, width, height, radius } = shape;
    context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, Math.max(0, radius - inset));
    if (shape.fill) {
      context.fillStyle = shape.fill;
      context.fill();
    }
    if (shape.stroke) {
      context.strokeStyle = shape.stroke;
      context.lineWidth = strokeWidth;
      context.stroke();
    }
    return;
  }
  for (const [x, y] of shape.points) context.lineTo(x, y);
  if (shape.fill) {
    context.fillStyle = shape.fill;
    context.fill();
  }
  context.strokeStyle = shape.stroke;
  context.lineWidth = shape.width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke();
}

const strokeWidth = 2;

/**
 * The picture as an SVG file.
 *
 * @param alt a description, for readers who do not see the picture
 * @param fontFaces `@font-face` rules that contain the fonts, so that it looks the same without installed fonts
 */
export function svgOf({ width, height, shapes }: Scene, alt: string, fontFaces = ""): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(alt)}</title>`,
    fontFaces && `<style>${fontFaces}</style>`,
    // Onest's contextual alternates swallow the space of "* *". A canvas does not apply them.
    `<g font-family="${escapeXml(fontFamily)}" style="font-variant-ligatures:no-contextual">`,
    ...shapes.map(svgShape),
    "</g>",
    "</svg>",
    "",
  ]
    .filter((line, index, lines) => line !== "" || index === lines.length - 1)
    .join("\n");
}

const anchors = { left: "start", center: "middle", right: "end" } as const;

function svgShape(shape: Shape): string {
  if (shape.kind === "text") {
    const { x, y, text, size, weight, fill, align = "left" } = shape;
    const place = `x="${number(x)}" y="${number(y)}" text-anchor="${anchors[align]}"`;
    return `<text ${place} font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(text)}</text>`;
  }
  if (shape.kind === "line") {
    const points = shape.points.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
    const look = `stroke="${shape.stroke}" stroke-width="${shape.width}" stroke-linecap="round" stroke-linejoin="round"`;
    return `<polyline points="${points}" fill="${shape.fill ?? "none"}" ${look}/>`;
  }
  const inset = shape.stroke ? strokeWidth / 2 : 0;
  const { x, y, width, height, radius, fill = "none", stroke, opacity } = shape;
  return [
    `<rect x="${number(x + inset)}" y="${number(y + inset)}"`,
    `width="${number(width - 2 * inset)}" height="${number(height - 2 * inset)}"`,
    `rx="${number(Math.max(0, radius - inset))}" fill="${fill}"`,
    ...(stroke ? [`stroke="${stroke}" stroke-width="${strokeWidth}"`] : []),
    ...(opacity === undefined ? [] : [`opacity="${opacity}"`]),
  ]
    .join(" ")
    .concat("/>");
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeXml(text: string): string {
  // XML 1.0 allows no control characters, not even escaped ones.
  return text.replaceAll(/\p{Cc}/gu, " ").replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
