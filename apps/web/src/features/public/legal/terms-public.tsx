import { accountNewDays, linksOfNewMax } from "@daymark/domain/base/bounds";
import { Plural, Trans } from "@lingui/react/macro";
import { ContactLink, type LegalSection } from "./legal-page.tsx";

/** The rules of the blog and the board, where users write for others to read. */
export const publicSections: readonly LegalSection[] = [
  {
    id: "public",
    title: <Trans>What you write in public</Trans>,
    body: (
      <>
        <p>
          <Trans>
            Comments and feature requests appear under your username, and everyone can read them. Only you and the
            admins can see a new request until an admin opens it. Likes and dislikes are shown as totals, never with
            names. All of this requires an account with a verified email address.
          </Trans>
        </p>
        <p>
          <Trans>
            What you write stays yours, and you can change or delete it whenever you like. You allow us to show it on
            the blog and the board, in feeds and in emails to people who follow a request, for as long as it is there.
            If you delete a request, everything written about it goes too.
          </Trans>
        </p>
        <p>
          <Trans>
            A request is a wish. Asking or voting for a feature does not entitle you to it, or to payment if it is
            built.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: "rules",
    title: <Trans>Rules for writing in public</Trans>,
    body: (
      <>
        <p>
          <Trans>Write to people as you would speak to them. Do not post:</Trans>
        </p>
        <ul>
          <li>
            <Trans>advertising, or the same text again and again;</Trans>
          </li>
          <li>
            <Trans>insults, threats or hatred;</Trans>
          </li>
          <li>
            <Trans>other people’s personal data, or your own if it should not stay public;</Trans>
          </li>
          <li>
            <Trans>anything unrelated to the post or request;</Trans>
          </li>
          <li>
            <Trans>anything that is illegal or violates the rights of others.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            There is a limit to how much one person can post in an hour. For the first{" "}
            <Plural value={accountNewDays} one="# day" other="# days" /> of an account the limit is lower, and a comment
            or request can have <Plural value={linksOfNewMax} one="# link" other="# links" /> at most.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: "moderation",
    title: <Trans>What happens when a rule is broken</Trans>,
    body: (
      <>
        <p>
          <Trans>
            Comments and requests can be reported. Admins review each report and decide what to do. They never tell the
            author who reported it. They can also act without a report.
          </Trans>
        </p>
        <p>
          <Trans>
            Admins can delete a comment or request, or hide it so that only its author and the admins can read it. They
            can reject a request, merge requests that ask for the same thing, and close the comments on a post or
            request. They can also ban someone from writing in public, temporarily or permanently. Anyone who is banned
            keeps their account and everything in it that is not public.
          </Trans>
        </p>
        <p>
          <Trans>
            If you think a decision is wrong, write to <ContactLink />. A person will look at it again and answer you.
          </Trans>
        </p>
      </>
    ),
  },
];
