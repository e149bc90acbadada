import { Trans } from "@lingui/react/macro";
import { ContactLink, type LegalSection } from "./legal-page.tsx";

/** Who else sees the data, for how long, and the rights of a user. */
export const rightsSections: readonly LegalSection[] = [
  {
    id: "share",
    title: <Trans>Who else sees it</Trans>,
    body: (
      <>
        <p>
          <Trans>
            Only you can see your habits, progress and notes. We do not sell or rent data, and we give none to
            advertisers or data brokers.
          </Trans>
        </p>
        <p>
          <Trans>
            Your comments and opened requests are public under your username. Everyone can read them, search engines can
            keep copies, requests appear in a feed, and comments are emailed to people who follow the request. Requests
            that are pending, rejected or hidden can be seen only by you and the admins. Nobody sees what you like, only
            the totals. Your email address is never shown.
          </Trans>
        </p>
        <p>
          <Trans>
            The companies that host our server and deliver our email process data on our behalf, because without them
            there would be no server and no email. Authorities get data only where the law requires us to provide it.
          </Trans>
        </p>
        <p>
          <Trans>
            If you turn on notifications, each one goes through the push service of your browser’s maker, such as
            Google, Mozilla, Apple or Microsoft. It knows when a message is sent to your browser but cannot read it:
            messages are encrypted for your browser alone.
          </Trans>
        </p>
        <p>
          <Trans>
            If you add a notification target or a webhook, its service gets what you choose to send there, with the
            names of your habits, and can read it.
          </Trans>
        </p>
        <p>
          <Trans>
            If you log in with an account of another provider, such as Google or Facebook, the provider knows that you
            do. It gives us your email address and often your name. We use these to create your account and username the
            first time. The provider learns nothing about what you record.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: <Trans>How long we keep it</Trans>,
    body: (
      <ul>
        <li>
          <Trans>Your account and what you record: until you delete it or ask us to.</Trans>
        </li>
        <li>
          <Trans>
            A habit you delete: 30 days in the trash, where you can restore it or delete it permanently. After that, it
            is erased with all its days. A note you delete can be restored for a short time.
          </Trans>
        </li>
        <li>
          <Trans>
            What you write in public: until you or an admin deletes it. If a deleted comment has replies, an empty
            placeholder stays, without your name. Your reports: as long as what they are about. A ban: until it is
            lifted.
          </Trans>
        </li>
        <li>
          <Trans>
            A session: 1 day, or with “Remember me” 30 days after its last use and 180 days at most. Logging out ends it
            immediately.
          </Trans>
        </li>
        <li>
          <Trans>
            A link that verifies an address: 24 hours. A link that resets a password: 1 hour. A link that reports a
            log-in as not yours: 7 days. Each one is removed when it is used.
          </Trans>
        </li>
        <li>
          <Trans>
            Security events: 90 days. The hash of a device you log in from: 1 year after its last log-in. Counters
            against abuse: about an hour at most.
          </Trans>
        </li>
        <li>
          <Trans>The record that a message was sent: 7 days, or 30 days if sending failed.</Trans>
        </li>
        <li>
          <Trans>Technical logs: 30 days, unless we need them longer to investigate an attack or a fault.</Trans>
        </li>
        <li>
          <Trans>
            Backups expire the same way logs do. Data you delete disappears from them as the oldest ones expire.
          </Trans>
        </li>
      </ul>
    ),
  },
  {
    id: "rights",
    title: <Trans>Your rights</Trans>,
    body: (
      <>
        <p>
          <Trans>
            You can see and correct what we keep, get a copy of it in a machine-readable format, have it erased or its
            use restricted, object to its use, and withdraw your consent. You can do much of this yourself on the
            website or through the API. For anything else, write to <ContactLink /> from the address of your account. We
            answer within a month, free of charge.
          </Trans>
        </p>
        <p>
          <Trans>
            You can download a copy of everything we keep about you in the settings at any time: as JSON for programs or
            as CSV for spreadsheets. It leaves out secrets such as the hash of your password, habits in the trash unless
            you restore them, and the notes admins write for each other about a ban.
          </Trans>
        </p>
        <p>
          <Trans>
            You can delete your account in the settings. This also deletes its habits (including those in the trash),
            progress, notes, sessions, security events, keys, connected applications, calendar addresses, links and
            pictures of habits, webhooks, notification targets and email records, along with your likes, dislikes and
            reactions, the requests you follow, your reports and any ban.
          </Trans>
        </p>
        <p>
          <Trans>
            Your comments and requests stay, because others have answered them, but under “Deleted user”. Blog posts
            stay too, without their author. Nothing in the database names you any longer, unless you named yourself in
            these texts: delete anything that should not stay first, or write to us.
          </Trans>
        </p>
        <p>
          <Trans>You may also complain to the data protection authority where you live.</Trans>
        </p>
      </>
    ),
  },
  {
    id: "security",
    title: <Trans>How we protect it</Trans>,
    body: (
      <p>
        <Trans>
          Passwords are hashed, the tokens of emailed links are stored as hashes and work once, secrets are encrypted,
          sessions can be ended immediately, and we email you about every change to how you log in. No system is
          perfectly safe. If something puts your data at risk, we will tell you and the authority without delay.
        </Trans>
      </p>
    ),
  },
  {
    id: "children",
    title: <Trans>Children</Trans>,
    body: (
      <p>
        <Trans>
          Daymark is not meant for children under 16. If a child has created an account, write to us and we will delete
          it.
        </Trans>
      </p>
    ),
  },
  {
    id: "changes",
    title: <Trans>Changes to this policy</Trans>,
    body: (
      <p>
        <Trans>
          When Daymark starts keeping something new, this policy says so and its date changes. If a change matters to
          you, we will email you before it takes effect.
        </Trans>
      </p>
    ),
  },
];
