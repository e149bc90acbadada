import { Button } from "@daymark/ui/button";
import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import type { ComponentProps } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { fetchFile, saveFile } from "../../../lib/network/download.ts";
import { notConfirmed, useStepUp } from "../../account/security/step-up/use-step-up.tsx";

type FileButtonProps = Pick<ComponentProps<typeof Button>, "size" | "aria-label" | "children"> & {
  /** Path below /api. */
  path: string;
};

/** Downloads a file of the API; for a sensitive file the server first asks for a step-up. */
export function FileButton({ path, ...rest }: FileButtonProps) {
  const { languages } = useApp();
  const { session, theme, report } = useBrowser();
  const stepUp = useStepUp();
  const download = useMutation({
    mutationFn: () => stepUp.confirmed(() => fetchFile({ session, languages, theme }, path)),
    onSuccess: (file) => {
      if (file && file !== notConfirmed) saveFile(file);
    },
    onError: (error) => void report.failure(error),
  });
  return (
    <>
      <Button
        {...rest}
        icon={<Download aria-hidden="true" />}
        isBusy={download.isPending}
        onClick={() => download.mutate()}
      />
      {stepUp.dialog}
    </>
  );
}
