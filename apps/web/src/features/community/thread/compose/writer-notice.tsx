import { Trans } from "@lingui/react/macro";
import { ApiProvider } from "../../../../lib/api.tsx";
import { SwitchedOff } from "../../../public/feature-switch/switched-off.tsx";
import { UnverifiedNotice } from "./unverified-notice.tsx";

/** Tells a person before they write much that comments are closed, or that their address has to be verified first. */
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
