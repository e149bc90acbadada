import { CopyButton } from "../../copy/copy-button.tsx";

/** A link that opens a door, to be copied. The server shows it once. */
export function SecretLink({ link, label }: { link: string; label: string }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-control border border-line bg-sunken px-4 py-3.5">
      <code translate="no" data-secret-link="" className="font-mono text-[0.9375rem] break-all select-all">
        {link}
      </code>
      <CopyButton text={link} label={label} />
    </div>
  );
}
