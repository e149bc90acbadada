import type { SetupCheck } from "@daymark/domain/operator/setup";
import { useLingui } from "@lingui/react/macro";
import { Choice, FixedSetting, Part } from "./setting.tsx";
import type { SetupFormState } from "./setup-form.tsx";

/** Who may sign up, and what accounts may do. */
export function AccessPart({ form, fixed }: { form: SetupFormState; fixed: SetupCheck }) {
  const { t } = useLingui();
  const signUp = form.watch("sign_up");
  const plans = fixed.plans ?? form.watch("plans");
  const defaultPlan = form.watch("default_plan");
  const signUpHints = {
    open: t`Anyone who can open this site.`,
    invite: t`People you send a link to.`,
    closed: t`Nobody. Admins create the accounts.`,
  };
  const planHints = {
    off: t`Every account has every feature.`,
    on: t`Free accounts have limits, and the pages describe a paid plan.`,
  };
  return (
    <Part title={t`Accounts`}>
      {fixed.sign_up === null ? (
        <Choice
          label={t`Who can sign up`}
          options={[
            { value: "open", label: t`Everyone` },
            { value: "invite", label: t`Invited people` },
            { value: "closed", label: t`Nobody` },
          ]}
          value={signUp}
          onChoose={(value) => form.setValue("sign_up", value)}
          hint={signUpHints[signUp]}
        />
      ) : (
        <FixedSetting label={t`Who can sign up`} name="SIGN_UP" value={signUpHints[fixed.sign_up]} />
      )}
      {fixed.plans === null ? (
        <Choice
          label={t`Plans`}
          options={[
            { value: "off", label: t`Without plans` },
            { value: "on", label: t`With plans` },
          ]}
          value={plans}
          onChoose={(value) => form.setValue("plans", value)}
          hint={planHints[plans]}
        />
      ) : (
        <FixedSetting label={t`Plans`} name="PLANS" value={planHints[fixed.plans]} />
      )}
      {plans === "off" ? null : fixed.default_plan === null ? (
        <Choice
          label={t`Plan for new accounts`}
          options={[
            { value: "free", label: t`Free` },
            { value: "paid", label: t`Paid` },
          ]}
          value={defaultPlan}
          onChoose={(value) => form.setValue("default_plan", value)}
          hint={t`Admins can change any account’s plan.`}
        />
      ) : (
        <FixedSetting
          label={t`Plan for new accounts`}
          name="DEFAULT_PLAN"
          value={fixed.default_plan === "free" ? t`Free.` : t`Paid.`}
        />
      )}
    </Part>
  );
}
