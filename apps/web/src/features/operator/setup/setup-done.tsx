import { buttonClass } from "@daymark/ui/button";
import { Spinner } from "@daymark/ui/spinner";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { Outcome } from "../../account/auth/frame/outcome.tsx";

const pollMs = 500;

/**
 * Waits until the server has started again with the settings, then leads to the log-in. The link loads the page anew,
 * because this one still has the old settings.
 *
 * @param props.publicUrl where users reach the server from now on, if the operator named an address
 */
export function SetupDone({ publicUrl }: { publicUrl: string | null }) {
  const ready = useQuery({
    queryKey: ["setup", "ready"],
    // Until the old server has stopped, it answers 503.
    queryFn: () =>
      fetch("/readyz", { cache: "no-store" }).then(
        ({ ok }) => ok,
        () => false,
      ),
    refetchInterval: ({ state }) => (state.data === true ? false : pollMs),
  });
  const isElsewhere = publicUrl !== null && publicUrl !== location.origin;
  if (ready.data !== true) {
    return (
      <Outcome icon={<Spinner />} title={<Trans>Daymark is restarting with your settings</Trans>}>
        <p>
          <Trans>This takes a few seconds. You do not need to do anything.</Trans>
        </p>
      </Outcome>
    );
  }
  return (
    <Outcome
      icon={<CircleCheck aria-hidden="true" />}
      tone="success"
      title={<Trans>Daymark is ready</Trans>}
      action={
        <a href="/login" className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </a>
      }
    >
      <p>
        <Trans>Log in with the username and password that you have just chosen.</Trans>
      </p>
      {isElsewhere ? (
        <p>
          <Trans>
            Others can open it at <a href={publicUrl}>{publicUrl}</a> as soon as that address points to this server.
          </Trans>
        </p>
      ) : null}
    </Outcome>
  );
}
