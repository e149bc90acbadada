import { Button } from "@daymark/ui/button";
import { useLingui } from "@lingui/react/macro";
import { Copy, Download, Share2 } from "lucide-react";
import { useState } from "react";
import { flash } from "../../../lib/messages/flash.ts";
import { saveFile } from "../../../lib/network/download.ts";
import { fontFaces } from "./fonts.ts";
import { paintScene, type Scene, svgOf } from "./scene.ts";

interface ShareActionsProps {
  scene: Scene;
  alt: string;
  year: number;
}

/** Two pixels for each pixel of the picture: sharp on every screen. */
const pngScale = 2;

/** Buttons to save or share the picture, those that the browser supports. */
export function ShareActions({ scene, alt, year }: ShareActionsProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const name = `daymark-${year}`;
  const canShare = typeof navigator.canShare === "function" && navigator.canShare({ files: [emptyFile()] });
  const canCopy = typeof ClipboardItem === "function" && navigator.clipboard !== undefined;

  const act = async (what: string, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      // The user closed the share sheet of the device.
      if (error instanceof DOMException && error.name === "AbortError") return;
      flash({ kind: "danger", text: t`Your browser could not do that. Download the picture instead.` });
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className="flex flex-wrap gap-2 max-sm:*:grow">
      <Button
        kind="primary"
        icon={<Download aria-hidden="true" />}
        isBusy={busy === "png"}
        onClick={() => void act("png", async () => saveFile({ name: `${name}.png`, content: await pngOf(scene) }))}
      >
        {t`Download PNG`}
      </Button>
      <Button
        icon={<Download aria-hidden="true" />}
        isBusy={busy === "svg"}
        onClick={() =>
          void act("svg", async () => {
            const svg = svgOf(scene, alt, await fontFaces(textOf(scene)));
            saveFile({ name: `${name}.svg`, content: new Blob([svg], { type: "image/svg+xml" }) });
          })
        }
      >
        {t`Download SVG`}
      </Button>
      {canCopy ? (
        <Button
          icon={<Copy aria-hidden="true" />}
          isBusy={busy === "copy"}
          onClick={() =>
            void act("copy", async () => {
              // Passes a promise, because Safari allows the clipboard only during the click.
              await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(scene) })]);
              flash({ kind: "success", text: t`The picture has been copied.` });
            })
          }
        >
          {t`Copy picture`}
        </Button>
      ) : null}
      {canShare ? (
        <Button
          icon={<Share2 aria-hidden="true" />}
          isBusy={busy === "share"}
          onClick={() =>
            void act("share", async () => {
              const file = new File([await pngOf(scene)], `${name}.png`, { type: "image/png" });
              await navigator.share({ files: [file], text: alt });
            })
          }
        >
          {t`Share…`}
        </Button>
      ) : null}
    </div>
  );
}

function emptyFile(): File {
  return new File([], "picture.png", { type: "image/png" });
}

async function pngOf(scene: Scene): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintScene(canvas, scene, pngScale);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no picture"))), "image/png");
  });
}

function textOf({ shapes }: Scene): string {
  return shapes.map((shape) => (shape.kind === "text" ? shape.text : "")).join("");
}
