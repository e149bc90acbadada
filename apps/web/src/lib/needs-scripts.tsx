import { brand } from "@daymark/domain/base/brand";
import { useApp } from "./app.ts";

/**
 * Tells readers whose browser runs no scripts that the page needs them. React renders it on the server alone.
 *
 * @param props.heading of a page that the server renders without any
 */
export function NeedsScripts({ heading }: { heading?: string }) {
  const { withoutScripts } = useApp();
  const title = heading ?? withoutScripts?.title?.replace(` | ${brand}`, "");
  const text = <p className="rounded-control bg-raised px-4 py-3">{withoutScripts?.sentence}</p>;
  return (
    <noscript>
      {title === undefined ? (
        text
      ) : (
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-12 sm:px-6">
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {text}
        </div>
      )}
    </noscript>
  );
}
