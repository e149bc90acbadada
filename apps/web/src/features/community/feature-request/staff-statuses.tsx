import { ApiProvider } from "../../../lib/api.tsx";
import { type Choice, ChoiceLink } from "../../../lib/form/choice-links.tsx";
import { trpc } from "../../../lib/network/trpc.ts";

/** Statuses in which only admins see requests of others. */
export default function StaffStatuses({ choices }: { isUser: boolean; choices: readonly Choice[] }) {
  return (
    <ApiProvider>
      <Choices choices={choices} />
    </ApiProvider>
  );
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  const { data: profile } = trpc.auth.profile.useQuery({});
  if (!profile?.is_staff) return null;
  return choices.map((choice) => (
    <li key={choice.key}>
      <ChoiceLink to="/feature-requests" choice={choice} />
    </li>
  ));
}
