import { Trans } from "@lingui/react/macro";
import { useSite } from "../../../lib/app.ts";
import { ContactLink, type LegalSection } from "./legal-page.tsx";

/** Which data is stored, where and why. */
export const dataSections: readonly LegalSection[] = [
  {
    id: "who",
    title: <Trans>Who is responsible</Trans>,
    body: (
      <p>
        <Trans>
          Anyone can run Daymark. The operator of this site is responsible for your data. Write to <ContactLink /> with
          any question about your data.
        </Trans>
      </p>
    ),
  },
  {
    id: "what",
    title: <Trans>What we keep</Trans>,
    body: (
      <ul>
        <li>
          <Trans>
            <b>Your account:</b> username, email address and whether it is verified, the date you joined, <PlanIfAny />{" "}
            which emails you want (newsletter, reminders, the board), and your language, time zone, theme and the hour
            your day begins. If you are changing your address, also the new one, until you confirm it or its link
            expires. We keep only an Argon2id hash of your password, which does not reveal it.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>How you log in:</b> for a linked account, the identifier that its provider has for you and, while you are
            logged in with it, the provider’s token, encrypted, to log you out there too; for a passkey, its name,
            public key and last use; for an API key, its name, permissions, last use, last characters and a hash; for a
            connected application, the name that it gave, its permissions, last use and hashes of its tokens; for a
            calendar address, its group, what it shows, when it was last read, its last characters and a hash; for a
            link or picture of a habit, what it records or shows, the last tap, when it was last used, its last
            characters and a hash; for a webhook, its address, its events and habits, its encrypted secret and, for 7
            days, what was sent and answered. Your two-factor authentication secret is stored encrypted. We keep only
            hashes of backup codes.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>What you record:</b> your habits with their titles, descriptions, goals, units, colors and order, each
            day’s value, skip or note, and your notes.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>What you write in public:</b> your comments and feature requests and when you wrote and last changed
            them, but no earlier versions; what you like or dislike and how you react to comments; and which requests
            you follow. For blog authors, also their posts with all versions and drafts, and the pictures they upload,
            which are re-encoded so that no location or camera data stays in them.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Moderation:</b> the reports you send and how they were resolved; if you are banned from writing, since
            when, until when, why and by which admin.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Your reminders:</b> the times, the days and the way you want to be reminded of a habit. If a browser
            shows notifications, the address and keys that its maker’s push service uses to reach it, stored encrypted
            and kept no longer than that browser’s session. For a notification target, its service, name and address,
            its recipient and token, encrypted, and what it last answered.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Health data:</b> if you let a health app send it, what each day of the habits that you connected is made
            of, for a month, and the names of what arrived last. Everything else the app sends is discarded.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Your sessions:</b> for each log-in, the type of device, operating system, browser and IP address, the
            place and network that the IP address suggests, whether it looks automated, and when it began and was last
            used. Place and network are looked up in files on this server; nobody else is asked.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Security events:</b> log-ins, failed attempts and changes to your account, each with its time, device, IP
            address and place, so that you can see what happened. To recognize a new device, we keep a hash of its type,
            operating system, browser and country.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Emails to you:</b> what kind of message was sent and when. Its content is stored encrypted until it is
            sent, then erased. We keep only a hash of any link in a message. An address entered to reset a password is
            stored encrypted until the request is answered, usually within seconds.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Counters against abuse:</b> how often something was tried, stored under a keyed hash that reveals neither
            the IP address nor the account.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Technical logs:</b> the time, address, path, outcome and duration of requests, and errors. Passwords,
            tokens, codes and emailed links are never written to a log.
          </Trans>
        </li>
      </ul>
    ),
  },
  {
    id: "browser",
    title: <Trans>What stays in your browser</Trans>,
    body: (
      <>
        <p>
          <Trans>
            One cookie, “language”, remembers whether you read English or Ukrainian. The local storage holds your
            language, your theme, the layout of your calendar and, while you are logged in, the tokens of your session;
            logging out removes the tokens. The session storage, which lasts as long as the tab, also holds a token, the
            state of a log-in in progress, and any comment or request you have started. If you leave a comment to log in
            or sign up, it is also kept in the local storage for 1 day, because a link in an email may open another tab.
            Sending what you started, or logging out, removes it.
          </Trans>
        </p>
        <p>
          <Trans>
            What you mark in the calendar on the home page stays in your browser’s local storage (“demo_marks”), and we
            never see it. After you sign up, you are asked whether to turn it into your first habits. Once you answer,
            it is removed.
          </Trans>
        </p>
        <p>
          <Trans>
            So that the dashboard opens offline, your browser’s database also keeps what the dashboard last showed you
            and any records that could not be sent yet. Its cache keeps the files of the pages, which contain nothing
            about you. What you saw is removed when the session ends, for whatever reason, and anything you have not
            looked at for 30 days is removed on your next visit. Records that could not be sent stay until they are: if
            your session was ended elsewhere, they wait for you alone. Logging out or deleting your account removes all
            of it.
          </Trans>
        </p>
        <p>
          <Trans>
            There are no advertising or analytics cookies, no tracking pixels, and no scripts or fonts from other sites.
            That is why you see no consent banner. The one exception is Cloudflare Turnstile: if the operator of this
            installation has chosen it to keep bots out, it loads with the forms that need it.
          </Trans>
        </p>
        <p>
          <Trans>
            A blog post may show pictures hosted on other sites. Your browser then loads them from those sites, which
            see your IP address as with any visit, but not which page you are reading. Links to share a post or to
            donate are plain links: the sites they lead to learn nothing about you until you follow one.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: "why",
    title: <Trans>Why we keep it</Trans>,
    body: (
      <ul>
        <li>
          <Trans>
            To give you the service you signed up for: your account, your habits and the messages about your account
            (Article 6(1)(b) of the GDPR, performance of a contract). This includes showing what you write in public
            where you wrote it.
          </Trans>
        </li>
        <li>
          <Trans>
            To keep the service safe and working: sessions, security events, reports, bans, counters against abuse and
            technical logs (Article 6(1)(f), our legitimate interest in preventing abuse and fixing faults).
          </Trans>
        </li>
        <li>
          <Trans>
            To remind you of habits, only where and when you choose (Article 6(1)(a), your consent, which you can
            withdraw: turn notifications off in your browser or the settings, and emails with one click in each of
            them).
          </Trans>
        </li>
        <li>
          <Trans>
            To send you the newsletter about new posts, and emails about the status of and comments on requests you
            follow. Only if you asked for them (Article 6(1)(a), your consent, which you can withdraw in the settings or
            with one click in each email).
          </Trans>
        </li>
      </ul>
    ),
  },
];

function PlanIfAny() {
  return useSite().plans === "on" ? <Trans>your plan,</Trans> : null;
}
