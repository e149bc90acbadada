import { brand } from "@daymark/domain/base/brand";
import { useApp } from "./app.ts";

/** Tells readers whose browser runs no scripts that the page needs them. React renders it on the server alone. */
export function NeedsScripts() {
  const { withoutScripts } = useApp();
  const text = <p className="rounded-control bg-raised px-4 py-3">{withoutScripts?.sentence}</p>;
  return (
    <noscript>
      {withoutScripts?.title === undefined ? (
        text
      ) : (
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-12 sm:px-6">
          <h1 className="text-3xl sm:text-4xl">{withoutScripts.title.replace(` | ${brand}`, "")}</h1>
          {text}
        </div>
      )}
    </noscript>
  );
}
