import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useBrowser } from "../../../lib/app.ts";

export interface EmailReveal {
  /** The whole address while it is shown. */
  email: string | undefined;
  isBusy: boolean;
  toggle: () => void;
}

/** Shows an address on request and forgets it when it is hidden again. `read` returns the whole address. */
export function useEmailReveal(read: () => Promise<string>): EmailReveal {
  const { report } = useBrowser();
  // Not a query: its answer would stay in memory after the address is hidden.
  const reveal = useMutation({
    mutationFn: read,
    gcTime: 0,
    onError: (error) => {
      void report.failure(error);
    },
  });
  return {
    email: reveal.data,
    isBusy: reveal.isPending,
    toggle: () => (reveal.data === undefined ? reveal.mutate() : reveal.reset()),
  };
}

interface RevealButtonProps {
  reveal: EmailReveal;
  /** Names for a screen reader. They begin with the word on the button, so that voice control finds it. */
  showName: string;
  hideName: string;
}

export function RevealButton({ reveal, showName, hideName }: RevealButtonProps) {
  const isShown = reveal.email !== undefined;
  return (
    <Button
      size="small"
      kind="quiet"
      isBusy={reveal.isBusy}
      icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      aria-label={isShown ? hideName : showName}
      onClick={reveal.toggle}
    >
      {isShown ? <Trans context="email address">Hide</Trans> : <Trans context="email address">Show</Trans>}
    </Button>
  );
}

/** An address, masked unless it is revealed. A screen reader reads it when that changes. */
export function EmailText({ reveal, masked }: { reveal: EmailReveal; masked: string }) {
  return <span aria-live="polite">{reveal.email ?? masked}</span>;
}
