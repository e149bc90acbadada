import { Trans, useLingui } from "@lingui/react/macro";
import { Section } from "./section.tsx";

export function Reasons() {
  const { t } = useLingui();
  const reasons = [
    {
      title: t`Good and bad, side by side`,
      text: t`Most trackers only know what you want to do more of. Here a limit counts as much as a goal, and a day under it is a day won.`,
    },
    {
      title: t`Numbers, not only ticks`,
      text: t`Count in what you think in, from repetitions to gallons. Turn miles into kilometers later, and what you recorded is converted.`,
    },
    {
      title: t`A streak you can believe`,
      text: t`Daily, or so many times a week. Days off, skips and vacations are no failures, and a higher goal does not rewrite last month.`,
    },
    {
      title: t`Quick enough to stay`,
      text: t`A mark appears at once, without a network too, and then on your other devices. If it fails, the old value comes back and you are told why.`,
    },
    {
      title: t`For every eye and hand`,
      text: t`Each result has a sign and a shape of its own, so nothing rests on color. The whole calendar works from the keyboard and with a screen reader.`,
    },
    {
      title: t`Yours alone`,
      text: t`No ads, no trackers, no scripts from elsewhere. What you record is read by you and sold to nobody.`,
    },
  ];
  return (
    <Section
      id="why"
      title={<Trans>Why Choose Us</Trans>}
      intro={<Trans>What makes a tracker worth opening on day ninety.</Trans>}
    >
      <dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
        {reasons.map(({ title, text }) => (
          <div key={title} className="border-t-2 border-accent pt-4">
            <dt className="text-lg font-[600] tracking-[-0.01em]">{title}</dt>
            <dd className="mt-2 text-ink-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
