import { CopyButton } from "./copy-button.tsx";

interface SecretBoxProps {
  /** A key or a secret address. */
  secret: string;
  /** What the button copies. */
  label: string;
  /** Names the secret in the document, as `data-<name>`. */
  name: "api-key" | "badge-url" | "calendar-url" | "secret-link" | "tap-url" | "webhook-secret";
}

/** Shows a secret that the server returns only once, with a button that copies it. */
export function SecretBox({ secret, label, name }: SecretBoxProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-control border border-line bg-sunken px-4 py-3.5">
      <code translate="no" {...{ [`data-${name}`]: "" }} className="font-mono text-[0.9375rem] break-all select-all">
        {secret}
      </code>
      <CopyButton text={secret} label={label} />
    </div>
  );
}
