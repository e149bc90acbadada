import { Button } from "@daymark/ui/button";
import { useLingui } from "@lingui/react/macro";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Share2 from "lucide-react/icons/share-2";
import { type ReactNode, useState } from "react";
import { flash } from "../../../lib/messages/flash.ts";
import { saveFile } from "../../../lib/network/download.ts";
import { fontFaces } from "./fonts.ts";
import { paintScene, type Scene, svgOf } from "./scene.ts";

interface ShareActionsProps {
  scene: Scene;
  alt: string;
  /** Of the file, without its ending. */
  name: string;
  /** Pixels of the file for each pixel of the picture. */
  pngScale: number;
  /** More buttons. */
  children?: ReactNode;
}

/** Buttons to save or share the picture, those that the browser supports. */
export function ShareActions({ scene, alt, name, pngScale, children }: ShareActionsProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const png = () => pngOf(scene, pngScale);
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
        onClick={() => void act("png", async () => saveFile({ name: `${name}.png`, content: await png() }))}
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
              await navigator.clipboard.write([new ClipboardItem({ "image/png": png() })]);
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
              const file = new File([await png()], `${name}.png`, { type: "image/png" });
              await navigator.share({ files: [file], text: alt });
            })
          }
        >
          {t`Share…`}
        </Button>
      ) : null}
      {children}
    </div>
  );
}

function emptyFile(): File {
  return new File([], "picture.png", { type: "image/png" });
}

async function pngOf(scene: Scene, scale: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintScene(canvas, scene, scale);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas gave no picture"))), "image/png");
  });
}

function textOf({ shapes }: Scene): string {
  return shapes.map((shape) => (shape.kind === "text" ? shape.text : "")).join("");
}
