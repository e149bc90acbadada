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
            Your habits, progress and notes are shown to you alone. We do not sell or rent data, and we hand none to
            advertisers or data brokers.
          </Trans>
        </p>
        <p>
          <Trans>
            Your comments and opened requests are public under your user name. Everyone can read them, search engines
            can keep copies, requests stand in a feed, and a comment is mailed to those who follow its request. Requests
            that wait, were rejected or hidden are seen by you and the admins. What you like is shown to nobody, only
            the sums; your email address never stands there.
          </Trans>
        </p>
        <p>
          <Trans>
            The companies that host the server and carry our mail process data for us, because without them there is
            neither a server nor mail. Authorities get data only where the law obliges us to give it.
          </Trans>
        </p>
        <p>
          <Trans>
            If you turn on notifications, each one goes through the push service of your browser’s maker, such as
            Google, Mozilla, Apple or Microsoft. It learns when a message is sent to your browser, and cannot read it:
            messages are encrypted for your browser alone.
          </Trans>
        </p>
        <p>
          <Trans>
            If you log in with Google or Facebook, they learn that you do and tell us your address, and Google your
            name; from these we make your account and user name the first time. They learn nothing of what you record.
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
            A habit you delete: 30 days in the trash, where you can restore it or delete it for good; then it is erased
            with all its days. A note you delete can be restored for a short while.
          </Trans>
        </li>
        <li>
          <Trans>
            What you write in public: until you or an admin delete it. Of a deleted comment that was answered an empty
            place stays, without your name. What you report: as long as what it is about. A ban: until it is lifted.
          </Trans>
        </li>
        <li>
          <Trans>
            A session: one day, or with “Remember me” 30 days after its last use and 180 days at most. Logging out ends
            it at once.
          </Trans>
        </li>
        <li>
          <Trans>
            A link that verifies an address: 24 hours. One that resets a password: one hour. One that reports a log-in
            as not yours: 7 days. Each goes when it is used.
          </Trans>
        </li>
        <li>
          <Trans>
            Security events: 90 days. The hash of a device you log in from: a year after its last log-in. Counters
            against abuse: at most an hour or so.
          </Trans>
        </li>
        <li>
          <Trans>The record that a message was sent: 7 days, or 30 days if it could not be.</Trans>
        </li>
        <li>
          <Trans>Technical logs: 30 days, unless an attack or a fault has to be looked into.</Trans>
        </li>
        <li>
          <Trans>Backups age out in the same manner as logs; what you deleted leaves them with the oldest.</Trans>
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
            You can see and correct what we keep, get a copy of it in a format machines can read, have it erased or its
            use restricted, object to its use, and withdraw a consent. Much of that you can do yourself on the screens
            or through the API; for all of it, write to <ContactLink /> from the address of your account. We answer
            within a month and it costs nothing.
          </Trans>
        </p>
        <p>
          <Trans>
            A copy of everything we keep about you can be downloaded in the settings at any time: as JSON for programs
            or as CSV for spreadsheets. Left out are secrets such as the hash of your password, habits in the trash
            unless you restore them, and what administrators note for each other about a ban.
          </Trans>
        </p>
        <p>
          <Trans>
            When you delete your account, which you can do in the settings, its habits, those in the trash too,
            progress, notes, sessions, security events, keys and mail records go with it, and so do your likes and
            dislikes, the requests you follow, your reports and a ban.
          </Trans>
        </p>
        <p>
          <Trans>
            Your comments and requests stay, since others have answered them, but by “Deleted user”; so do posts of the
            blog, without their author. Nothing in the database names you any more, unless you did so in these texts:
            delete first what should not stay, or write to us.
          </Trans>
        </p>
        <p>
          <Trans>You may also complain to the data protection authority of the place where you live.</Trans>
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
          Passwords are hashed, the tokens of mailed links are stored as hashes and serve once, secrets are encrypted,
          sessions can be ended at once, and we write to you about every change of how your account is opened. No system
          is perfectly safe; if something happens that puts your data at risk, we tell you and the authority without
          delay.
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
          Daymark is not meant for children under 16. If a child has made an account, write to us and we delete it.
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
          When the software keeps something new, this text says so and its date changes. If a change matters to you, we
          tell you by email before it takes effect.
        </Trans>
      </p>
    ),
  },
];
