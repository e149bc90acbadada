import { usernameChangeInput } from "@daymark/domain/account/account";
import { passwordSchema, usernameLengthMax, usernameSchema } from "@daymark/domain/account/auth";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { CurrentPasswordField } from "./current-password-field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { Profile } from "./profile.ts";

interface UsernameDialogProps {
  open: boolean;
  profile: Profile;
  onClose: () => void;
}

interface UsernameValues {
  username: string;
  password?: string;
}

const withPassword = z.strictObject({ username: usernameSchema, password: passwordSchema });

export default function UsernameDialog({ open, profile, onClose }: UsernameDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const form = useSchemaForm<UsernameValues, UsernameValues>(
    profile.has_password ? withPassword : usernameChangeInput,
    { username: profile.username },
  );
  const close = () => {
    onClose();
    form.reset({ username: profile.username });
  };
  const change = trpc.account.changeUsername.useMutation({
    onSuccess: ({ detail, username }) => {
      onClose();
      form.reset({ username });
      void report.success(detail);
    },
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "password_incorrect") return form.refuse("password", code);
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Change username`}
      description={t`You log in with it, and others see it next to what you post. We email you when it changes.`}
      submitLabel={t`Save`}
      isBusy={change.isPending}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
    >
      <TextField
        label={t`New username`}
        hint={t`Letters, numbers and underscores.`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLengthMax}
        required
        errors={form.errorsOf("username")}
        {...form.register("username")}
      />
      {profile.has_password ? (
        <CurrentPasswordField errors={form.errorsOf("password")} field={form.register("password")} />
      ) : null}
    </FormDialog>
  );
}
