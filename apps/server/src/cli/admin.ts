import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Invocation, readArguments, UsageError } from "./command.ts";
import { withAdminCommands } from "./commands.ts";
import { changeDistribution, isDistributionCommand } from "./distribution.ts";
import { moveUploadsOf } from "./move-uploads-command.ts";

const usageOf = (program: string) => `${program} <command> [<account>]

Works with or without a running server. It asks for the password, or reads it from standard input; a password is never an argument.
  list                              lists all admins
  create <username> <email>         creates an admin account with a verified email address
  create-user <username> <email> [--plan free|paid] [--admin] [--language en|uk] [--send]
                                    creates an account and prints a link for choosing its password, which works once within 7 days;
                                    --send emails the link instead; --admin makes it an admin once its address is verified
  promote <username or email>       makes an account an admin
  demote <username or email>        removes the admin rights of an account
  reset-password <username or email> [--remove-two-factor]
                                    sets a new password and ends all sessions, API keys and emailed links of an account
  invite [--uses <number>] [--days <number>] [--plan free|paid] [--email <email>] [--admin] [--note <text>]
         [--mail <email> [--language en|uk]]
                                    prints a link for signing up: it works once and for 7 days, unless --uses and --days say
                                    otherwise; with --email only for this address; --admin needs --email and makes the account
                                    an admin once that address is verified; --mail also emails the link to an address
  allow-passwords                   lets users with a password log in for an hour despite PASSWORD_LOGIN=off
  delete-left-over                  deletes what deleted users recorded, if the job that does so was lost
  move-uploads --to s3|folder [--keep] [--dry-run]
                                    moves images between the folder and the bucket of UPLOADS_URL; with --keep they also stay
                                    in the old place, and --dry-run only says what it would do

For a database on several machines (docs/scale.md). With --dry-run these print the steps and change nothing:
  distribute --workers <host:port>,... [--coordinator <host:port>]
                                    adds Citus workers and distributes the calendars over them
  rebalance                         moves calendars until each worker has its share
  undistribute                      moves all calendars back to the coordinator and removes the workers`;

const wanted: Record<string, number> = {
  list: 0,
  create: 2,
  "create-user": 2,
  promote: 1,
  demote: 1,
  "reset-password": 1,
  invite: 0,
  "allow-passwords": 0,
  "delete-left-over": 0,
};

const options = {
  "remove-two-factor": { type: "boolean" },
  uses: { type: "string" },
  days: { type: "string" },
  plan: { type: "string" },
  email: { type: "string" },
  admin: { type: "boolean" },
  note: { type: "string" },
  mail: { type: "string" },
  language: { type: "string" },
  send: { type: "boolean" },
  workers: { type: "string" },
  coordinator: { type: "string" },
  "dry-run": { type: "boolean" },
  to: { type: "string" },
  keep: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** @throws StartError */
export async function admin({ program, args, root }: Invocation): Promise<void> {
  const usage = usageOf(program);
  const { values, positionals } = readArguments(usage, options, args);
  if (values.help) return console.log(usage);
  const [what = "", ...whom] = positionals;
  if (isDistributionCommand(what)) {
    if (whom.length > 0) throw new UsageError(usage);
    return changeDistribution(root, what, { ...values, isDryRun: values["dry-run"] ?? false });
  }
  if (what === "move-uploads" && whom.length === 0) {
    return moveUploadsOf(root, {
      to: values.to,
      isSourceKept: values.keep ?? false,
      isDryRun: values["dry-run"] ?? false,
    });
  }
  if (wanted[what] !== whom.length) throw new UsageError(usage);
  const [name = "", email = ""] = whom;
  // Read first, so that no embedded database runs while the operator types the password.
  const password = what === "create" || what === "reset-password" ? await readPassword() : "";
  await withAdminCommands(root, async (commands) => {
    if (what === "list") {
      for (const admin of await commands.list()) {
        const notes = [!admin.is_active && "not active", !admin.two_factor_enabled && "no second factor"].filter(
          Boolean,
        );
        console.log(
          [admin.id, admin.username, admin.email, admin.date_joined.toISOString(), notes.join(", ")].join("\t"),
        );
      }
    } else if (what === "create") {
      await commands.create({ username: name, email, password });
      console.log(`${name} is an admin.`);
    } else if (what === "create-user") {
      const { plan, language, admin, send } = values;
      const link = await commands.createUser({
        ...{ username: name, email },
        ...(plan !== undefined && { plan }),
        ...(language !== undefined && { language }),
        ...(admin && { is_staff: true }),
        ...(send && { send_mail: true }),
      });
      console.log(link ?? `${name} has an account${send ? ", and an email about it is on its way" : ""}.`);
    } else if (what === "promote") {
      console.log(`${name} is ${(await commands.promote(name)) ? "now an admin" : "already an admin"}.`);
    } else if (what === "demote") {
      console.log(`${name} is ${(await commands.demote(name)) ? "no longer" : "not"} an admin.`);
    } else if (what === "invite") {
      console.log(await commands.invite(invitationOf(values)));
    } else if (what === "allow-passwords") {
      console.log(`For an hour, everyone who has a password can log in at ${await commands.allowPasswords()}`);
    } else if (what === "delete-left-over") {
      console.log(`Deleted users whose rows were left: ${await commands.deleteLeftOver()}.`);
    } else {
      await commands.resetPassword(name, password, { removesTwoFactor: values["remove-two-factor"] ?? false });
      console.log(`${name} has a new password. All sessions of the account have ended.`);
    }
  });
}

interface InvitationOptions {
  uses?: string | undefined;
  days?: string | undefined;
  plan?: string | undefined;
  email?: string | undefined;
  admin?: boolean | undefined;
  note?: string | undefined;
  mail?: string | undefined;
  language?: string | undefined;
}

/** The options as they were typed: the command checks their bounds. */
function invitationOf({
  uses,
  days,
  plan,
  email,
  admin,
  note,
  mail,
  language,
}: InvitationOptions): Record<string, unknown> {
  return {
    ...(uses !== undefined && { uses_max: Number(uses) }),
    ...(days !== undefined && { days: Number(days) }),
    ...(plan !== undefined && { plan }),
    ...(email !== undefined && { email }),
    ...(admin && { is_staff: true }),
    ...(note !== undefined && { note }),
    ...(mail !== undefined && { mail_to: mail }),
    ...(language !== undefined && { mail_language: language }),
  };
}

/** Reads the password twice without an echo from a terminal; otherwise reads the first line of standard input. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n[\s\S]*$/, "");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const ask = (question: string) =>
    new Promise<string>((resolve) => {
      process.stderr.write(question);
      terminal.once("line", (line) => {
        process.stderr.write("\n");
        resolve(line);
      });
    });
  terminal.once("SIGINT", () => process.exit(130));
  const password = await ask("Password: ");
  const again = await ask("Password again: ");
  terminal.close();
  if (password !== again) throw new UsageError("The two passwords differ.");
  return password;
}
