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
            Comments and feature requests stand under your user name, and everyone can read them. A new request is seen
            by you and the admins alone until they open it. Likes and dislikes are shown as sums, never with names. All
            of these need an account with a verified email address.
          </Trans>
        </p>
        <p>
          <Trans>
            What you write stays yours, and you can change or delete it whenever you like. You allow us to show it on
            the blog and the board, in feeds and in mails to those who follow a request, for as long as it stands there.
            With a request goes all that was said of it.
          </Trans>
        </p>
        <p>
          <Trans>
            A request is a wish. Asking for a feature or voting for it gives no right to get it, and none to be paid if
            it is built.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: "rules",
    title: <Trans>Rules of writing</Trans>,
    body: (
      <>
        <p>
          <Trans>Write to people as you would speak to them. Please leave out</Trans>
        </p>
        <ul>
          <li>
            <Trans>advertising, and the same text again and again;</Trans>
          </li>
          <li>
            <Trans>insults, threats and hatred;</Trans>
          </li>
          <li>
            <Trans>personal data of others, and your own that should not stay in public;</Trans>
          </li>
          <li>
            <Trans>what has nothing to do with the post or the request;</Trans>
          </li>
          <li>
            <Trans>what is against the law or takes from the rights of others.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            How much one person can write in an hour is limited. In the first{" "}
            <Plural value={accountNewDays} one="# day" other="# days" /> of an account the limit is lower, and a comment
            or request may hold <Plural value={linksOfNewMax} one="# link" other="# links" /> at most.
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
            Comments and requests can be reported. Admins look at what was reported and decide; its author is not told
            by whom. They can also act without a report.
          </Trans>
        </p>
        <p>
          <Trans>
            Admins can hide something, which then only its author and they can read, or delete it; reject a request;
            close the comments below a post or request; merge requests that ask for the same; and ban somebody from
            writing in public, for a time or for good. Whoever is banned keeps the account and everything that is not
            public.
          </Trans>
        </p>
        <p>
          <Trans>
            If you hold a decision to be wrong, write to <ContactLink />: a person looks at it again and answers you.
          </Trans>
        </p>
      </>
    ),
  },
];
