import { useEffect, useRef } from "react";
import { paintScene, type Scene } from "./scene.ts";

/** Canvas pixels per pixel, as on high-density screens. */
const previewScale = 2;

/** A picture as it will be saved. */
export function ScenePreview({ scene, alt }: { scene: Scene; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paintScene(canvas.current, scene, previewScale);
  }, [scene]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={alt}
      style={{ aspectRatio: `${scene.width} / ${scene.height}` }}
      className="mx-auto max-h-[55dvh] max-w-full rounded-card border border-line"
    />
  );
}
