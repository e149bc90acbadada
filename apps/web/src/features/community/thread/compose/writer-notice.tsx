import { Trans } from "@lingui/react/macro";
import { ApiProvider } from "../../../../lib/api.tsx";
import { SwitchedOff } from "../../../public/feature-switch/switched-off.tsx";
import { UnverifiedNotice } from "./unverified-notice.tsx";

/** Tells users before they write much that comments are closed, or that they must verify their address first. */
export default function WriterNotice({ isWriter }: { isWriter: boolean }) {
  return isWriter ? (
    <ApiProvider>
      <SwitchedOff name="comments" className="text-sm" />
      <UnverifiedNotice>
        <Trans>To react and comment, verify your email address first: open the link we sent you.</Trans>
      </UnverifiedNotice>
    </ApiProvider>
  ) : null;
}
