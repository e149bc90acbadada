import { linkClass } from "@daymark/ui/link";
import { Trans } from "@lingui/react/macro";
import { useSite } from "../../../lib/app.ts";
import { Section } from "./section.tsx";

export function About() {
  const { contactEmail } = useSite();
  return (
    <Section id="about" title={<Trans>About Us</Trans>}>
      <div className="flex max-w-[62ch] flex-col gap-5 text-lg leading-relaxed">
        <p>
          <Trans>
            A daymark is the painted shape on a beacon that tells sailors by day what its lamp tells them by night:
            where they are. It does not steer and it does not scold. That is what we want a habit tracker to be.
          </Trans>
        </p>
        <p className="text-ink-muted">
          <Trans>
            Daymark is young and in beta, and it is built in the open. If something is wrong, missing or in your way,
            write to{" "}
            <a href={`mailto:${contactEmail}`} className={linkClass}>
              {contactEmail}
            </a>
            . We read every message.
          </Trans>
        </p>
      </div>
    </Section>
  );
}
