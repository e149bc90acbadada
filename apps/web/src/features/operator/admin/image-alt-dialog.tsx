import type { Image } from "@daymark/domain/community/image";
import { altLengthMax, altText } from "@daymark/domain/community/stored-image";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { FormDialog } from "../../account/settings/form-dialog.tsx";

const altForm = z.strictObject({ alt: altText });
type AltValues = z.infer<typeof altForm>;

/** Changes the description of an image. */
export function ImageAltDialog({ image: { id, alt }, onClose }: { image: Image; onClose: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const form = useSchemaForm<AltValues, AltValues>(altForm, { alt });
  const update = trpc.image.update.useMutation({
    onSuccess: async () => {
      await utils.image.invalidate();
      onClose();
      flash({ kind: "success", text: t`The description has been saved.` });
    },
    onError: (error) => {
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t`Describe the image`}
      description={t`Suggested when the image is chosen for a post. Existing posts keep their descriptions.`}
      submitLabel={t`Save`}
      isBusy={update.isPending}
      onSubmit={form.handleSubmit(({ alt }) => update.mutate({ id, alt }))}
    >
      <TextField
        label={t`What the image shows`}
        hint={t`Read aloud to people who cannot see the image.`}
        maxLength={altLengthMax}
        required
        errors={form.errorsOf("alt")}
        {...form.register("alt")}
      />
    </FormDialog>
  );
}
