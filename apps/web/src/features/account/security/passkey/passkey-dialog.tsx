import { passkeyNameLengthMax } from "@daymark/domain/account/passkey";
import { typedLine } from "@daymark/domain/text/text";
import { FieldErrors } from "@daymark/ui/field";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { TRPCClientError } from "@trpc/client";
import { useState } from "react";
import * as z from "zod/mini";
import { useBrowser } from "../../../../lib/app.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { createCredential, isKnownDevice } from "../../passkey/web-authn.ts";
import { FormDialog } from "../../settings/form-dialog.tsx";
import { useRefusals } from "../../settings/refusal.tsx";
import { notConfirmed, useStepUp } from "../step-up/use-step-up.tsx";

const nameForm = z.strictObject({ name: typedLine({ min: 1, max: passkeyNameLengthMax }) });

/** Asks for the name of a passkey, then creates it on the device. */
export default function PasskeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = trpc.passkey.startCreate.useMutation();
  const create = trpc.passkey.create.useMutation();
  const form = useSchemaForm<{ name: string }, { name: string }>(nameForm, { name: "" });
  const refusals = useRefusals(failure);
  const close = () => {
    onClose();
    setFailure(null);
    form.reset({ name: "" });
  };
  const submit = async ({ name }: { name: string }) => {
    setBusy(true);
    setFailure(null);
    try {
      const options = await stepUp.confirmed(() => start.mutateAsync({}));
      if (options === notConfirmed) return;
      const credential = await createCredential(options);
      if (!credential) return;
      await create.mutateAsync({ name, credential });
      close();
      void report.success("passkey_created");
      void utils.passkey.list.invalidate();
      void utils.securityEvent.invalidate();
    } catch (error) {
      if (!form.takeRefusal(error)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Add a passkey`}
      description={t`Your device asks for your fingerprint, your face or its PIN. This data never leaves it.`}
      submitLabel={t`Continue`}
      isBusy={isBusy}
      onSubmit={form.handleSubmit(submit)}
    >
      <TextField
        label={t`Name`}
        hint={t`So that you recognize it later, such as “My laptop”.`}
        autoComplete="off"
        maxLength={passkeyNameLengthMax}
        required
        errors={form.errorsOf("name")}
        {...form.register("name")}
      />
      <FieldErrors
        errors={
          !failure
            ? []
            : isKnownDevice(failure)
              ? [t`This device already has a passkey for your account.`]
              : failure instanceof TRPCClientError
                ? refusals
                : [t`The passkey could not be created. Try again, or use another device.`]
        }
      />
      {stepUp.dialog}
    </FormDialog>
  );
}
