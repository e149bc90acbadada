import { Trans } from "@lingui/react/macro";
import { ContactLink, type LegalSection } from "./legal-page.tsx";

/** Which data is stored, where and why. */
export const dataSections: readonly LegalSection[] = [
  {
    id: "who",
    title: <Trans>Who is responsible</Trans>,
    body: (
      <p>
        <Trans>
          Daymark is software that anyone can run. Responsible for your data is whoever runs the installation you are
          reading this on. Write to <ContactLink /> with any question about your data.
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
            <b>Your account:</b> username, email address and whether it is verified, the date you joined, your plan,
            which mails you want (newsletter, reminders, the board), and your language, time zone, theme and the hour
            your day begins. While you change your address also the new one, until you confirm it or its link expires.
            Of your password we keep only an Argon2id hash, from which it cannot be read.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>How you log in:</b> of Google or Facebook, where you use them, the number by which they know you and
            nothing else; of a passkey its name, public key and last use; of an API key its name, what it may do, its
            last use, its last characters and a hash. The secret of your two-factor authentication is stored encrypted,
            of backup codes we keep only hashes.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>What you record:</b> your habits with their titles, descriptions, goals, units, colors and order, the
            value, skip or note of each day, and your notes.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>What you write in public:</b> your comments and feature requests and when you wrote and last changed
            them, but no earlier wording; what you like or dislike; and which requests you follow. Of those who write
            the blog also the posts with all their versions and drafts, and the pictures they upload, which are drawn
            anew, so that neither place nor camera stays in them.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>What keeps order there:</b> the reports you send and what became of them; if you are banned from writing,
            since when, until when, why and by which admin.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Your reminders:</b> at which time, on which days and how you want to be reminded of a habit. Where a
            browser shows notifications, the address and keys by which its maker’s push service reaches it, stored
            encrypted and kept no longer than the session of that browser.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Your sessions:</b> for each log-in the kind of device, operating system, browser, IP address, what can be
            told from it of place and network, whether it looks automated, and when it began and was last used. Place
            and network are looked up in files on this server; nobody else is asked.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Security events:</b> log-ins, failed attempts and changes of your account, each with its time, device, IP
            address and place, so that you can see what happened. To recognize a device that is new we keep a hash of
            its kind, operating system, browser and country.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Mail to you:</b> that a message of some kind was sent and when. Its content is stored encrypted until it
            is sent and erased then. Of a link in a message we keep only a hash. An address typed in to reset a password
            is stored encrypted until the request is answered, as a rule within seconds.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Counters against abuse:</b> how often something was tried, under a keyed hash of the IP address or
            account from which neither can be read.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Technical logs:</b> the time, address, path, outcome and duration of requests, and errors. Passwords,
            tokens, codes and mailed links are never written to a log.
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
            logging out removes the tokens. The session storage, which goes with the tab, holds a token too, what
            belongs to a log-in that is under way, and a comment or request that you have begun. A comment that you
            leave in order to log in or sign up waits in the local storage as well, for a day, as a link in an email may
            open another tab. Sending what you have begun, or logging out, removes it.
          </Trans>
        </p>
        <p>
          <Trans>
            What you mark in the calendar on the home page stays in the local storage (“demo_marks”), and we do not
            learn of it. After you sign up, you are asked whether it is to become your first habits; with your answer it
            is removed.
          </Trans>
        </p>
        <p>
          <Trans>
            So that the dashboard opens without a network, the browser also keeps, in its database, what the dashboard
            last showed you and what you recorded that could not be sent yet; and in its cache the files of the pages,
            which say nothing of you. What you saw is removed when the session ends, for whatever reason, and what you
            have not looked at for 30 days with your next visit. What could not be sent stays until it is: if your
            session was ended elsewhere, it waits for you alone. Logging out, and deleting the account, removes all of
            it.
          </Trans>
        </p>
        <p>
          <Trans>
            There are no cookies for advertising or statistics, no tracking pixels and no scripts or fonts from other
            sites. That is why no banner asks for your consent. The one exception is Cloudflare Turnstile: where whoever
            runs this installation has chosen it to keep programs away, it is loaded with the forms that need it.
          </Trans>
        </p>
        <p>
          <Trans>
            A post of the blog may show pictures that lie on other sites. Your browser then asks these sites for them,
            and they see your IP address as with any visit, but not which page you are reading. Links to share a post or
            to give money are plain links: where they lead, nobody learns of you before you press one.
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
            (Article 6(1)(b) of the GDPR, performance of a contract). The same goes for what you write in public: to
            show it where you wrote it.
          </Trans>
        </li>
        <li>
          <Trans>
            To keep the service safe and working: sessions, security events, reports, bans, counters against abuse and
            technical logs (Article 6(1)(f), our legitimate interest in preventing abuse and mending faults).
          </Trans>
        </li>
        <li>
          <Trans>
            To remind you of habits, only where and when you have chosen it (Article 6(1)(a), your consent:
            notifications end in your browser or the settings, emails by one click in each of them).
          </Trans>
        </li>
        <li>
          <Trans>
            To send you the newsletter, which tells of new posts, and mails about requests you follow: their status and
            their comments. Only if you asked for it (Article 6(1)(a), your consent, which you can withdraw in the
            settings or by one click in each mail).
          </Trans>
        </li>
      </ul>
    ),
  },
];
