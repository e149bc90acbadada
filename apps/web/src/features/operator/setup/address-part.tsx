import type { SetupCheck } from "@daymark/domain/operator/setup";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { FixedSetting, Part } from "./setting.tsx";
import type { SetupFormState } from "./setup-form.tsx";

/** Where others reach the server. */
export function AddressPart({ form, fixed }: { form: SetupFormState; fixed: SetupCheck }) {
  const { t } = useLingui();
  const isWrong = form.errorsOf("public_url").length > 0;
  return (
    <Part title={t`Public address`}>
      {fixed.public_url === null ? (
        <TextField
          label={t`Address`}
          hint={t`Links in emails start with it. Leave it empty if you are only trying Daymark on this computer.`}
          optionalLabel={t`optional`}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://habits.example.org"
          errors={isWrong ? [t`Enter an address without a path, such as https://habits.example.org.`] : []}
          {...form.register("public_url")}
        />
      ) : (
        <FixedSetting label={t`Address`} name="PUBLIC_URL" value={fixed.public_url} />
      )}
    </Part>
  );
}
