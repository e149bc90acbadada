import { emailLengthMax, emailSchema } from "@daymark/domain/account/auth";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { hashEmail } from "./email-hash.ts";
import { FormDialog } from "./form-dialog.tsx";

interface NewsletterDialogProps {
  open: boolean;
  hashedEmail: string;
  onClose: () => void;
}

const addressForm = z.strictObject({ email: emailSchema });
type AddressValues = z.infer<typeof addressForm>;

/** Cancels the newsletter for a user who knows the address: the page compares it, and so does the server. */
export default function NewsletterDialog({ open, hashedEmail, onClose }: NewsletterDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const form = useSchemaForm<AddressValues, AddressValues>(addressForm, { email: "" });
  const close = () => {
    onClose();
    form.reset({ email: "" });
  };
  const cancel = trpc.account.setNewsletter.useMutation({
    onSuccess: () => {
      close();
      void report.success("newsletter_unsubscribed");
    },
    onError: (error) => {
      if (problemOf(error)?.code === "email_mismatch") return form.refuse("email", "email_mismatch");
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  const submit = async ({ email }: AddressValues) => {
    const hash = await hashEmail(email);
    if (hash !== null && hash !== hashedEmail) return form.refuse("email", "email_mismatch");
    cancel.mutate({ subscribe: false, email });
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Unsubscribe from the newsletter`}
      description={t`Type your email address to confirm. You can subscribe again at any time.`}
      submitLabel={t`Unsubscribe`}
      isBusy={cancel.isPending}
      onSubmit={form.handleSubmit(submit)}
    >
      <TextField
        label={t`Your email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={emailLengthMax}
        required
        errors={form.errorsOf("email")}
        {...form.register("email")}
      />
    </FormDialog>
  );
}
