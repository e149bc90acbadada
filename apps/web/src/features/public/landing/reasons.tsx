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
      title: t`Numbers, not just check marks`,
      text: t`Count in the unit you think in, from repetitions to gallons. Switch from miles to kilometers later, and your totals convert.`,
    },
    {
      title: t`A streak you can trust`,
      text: t`Every day, or a few times a week. Days off, skips and vacations don’t count as failures, and raising a goal doesn’t rewrite last month.`,
    },
    {
      title: t`Quick enough to stick with`,
      text: t`A mark appears instantly, even offline, and then on your other devices. If it cannot be saved, the old value comes back and you see why.`,
    },
    {
      title: t`Accessible to everyone`,
      text: t`Every result has its own symbol and shape, so nothing depends on color alone. The whole calendar works with a keyboard and a screen reader.`,
    },
    {
      title: t`Yours alone`,
      text: t`No ads, no trackers, no third-party scripts. Only you see what you record, and we never sell it.`,
    },
  ];
  return (
    <Section
      id="why"
      title={<Trans>Why Choose Us</Trans>}
      intro={<Trans>What makes a tracker worth opening on day 90.</Trans>}
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
