import { brand } from "@daymark/domain/base/brand";

/**
 * Why an attacker would guess a password early: it is a common word in any disguise (`P@ssw0rd2024!`), or contains the
 * name of its owner, of their address or of this product.
 *
 * @param owner the user of the password; the domain of the address does not count as a name
 * @returns null if the password is not easy to guess in this way
 */
export function passwordFault(
  password: string,
  owner: { username: string; email: string },
): "password_common" | "password_personal" | null {
  const lower = password.toLowerCase();
  if (exactPasswords.has(lower.replaceAll(/[^\p{L}\p{N}]/gu, ""))) return "password_common";
  const forms = [plain(undress(lower)), undress(plain(lower)), undress(lower)];
  if (forms.some((form) => commonWords.has(repeated(form)))) return "password_common";
  const names = [owner.username, owner.email.split("@", 1)[0] ?? "", brand].map((name) => name.toLowerCase());
  return names.some((name) => isNamed(lower, name)) ? "password_personal" : null;
}

/** A shorter name is part of too many words to be recognised inside of one. */
const nameLengthMin = 4;

function isNamed(password: string, name: string): boolean {
  if (name.length < nameLengthMin) return undress(password) === name;
  return password.includes(name) || plain(password).includes(plain(name));
}

/** Removes the digits and symbols at both ends, where users put them. */
function undress(text: string): string {
  return text.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
}

/** Replaces digits and symbols that stand for letters. */
function plain(text: string): string {
  return text.replaceAll(/[@4031!$57+]/g, (sign) => letters[sign] ?? sign);
}

const letters: Record<string, string> = {
  "@": "a",
  "4": "a",
  "0": "o",
  "3": "e",
  "1": "i",
  "!": "i",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
};

/** A repeated word becomes the word: `passwordpassword`. */
function repeated(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}

/** Passwords without a word in them, compared without symbols: keyboard patterns and the like. */
const exactPasswords = new Set(
  `1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qazxsw2 zaq12wsx zaq1xsw2 1qaz2wsx3edc qaz123wsx
  a1b2c3d4 a1b2c3 aa123456 aa12345678 abc123def a123456789 q123456789 1a2b3c4d 123qweasd 123qwe456asd qwe123asd
  1qazwsx qweasd123 asd123qwe 12qwaszx 123abc456 a12345678 1й2ц3у4к й1ц2у3к4`.split(/\s+/),
);

/** Base words of the passwords at the start of every published list of leaks, and their Ukrainian counterparts. */
const commonWords = new Set(
  `password passwort passwords passw pass passphrase qwerty qwertyuiop qwert qwertz azerty qwe qweasd qweasdzxc qaz
  qazwsx qazwsxedc wsx asd asdf asdfg asdfgh asdfghjkl zxc zxcv zxcvb zxcvbn zxcvbnm poiuyt lkjhgf mnbvcxz abc abcd
  abcde abcdef abcdefg abcdefgh xyz aaa welcome letmein login logmein admin administrator root superuser sysadmin guest
  changeme default master access iloveyou loveyou ilove love lovely lovers sweetheart sunshine princess prince dragon
  monkey shadow football baseball basketball soccer hockey golfer tennis superman batman spiderman pokemon naruto
  starwars trustno i trustnoi whatever freedom hello helloworld hellohello flower butterfly chocolate cookie cheese
  banana orange pepper ginger peanut summer winter spring autumn january february march april may june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday michael jennifer jessica
  ashley daniel andrew thomas jordan hunter harley george robert matthew joshua anthony charlie william nicole michelle
  amanda samantha maggie buster tigger bailey killer ranger mustang corvette ferrari mercedes porsche yamaha computer
  internet samsung google facebook twitter instagram microsoft windows apple iphone android amazon netflix minecraft
  fortnite liverpool chelsea arsenal barcelona juventus realmadrid manchester london america canada england germany
  ukraine ukraina kyiv kiev lviv odesa diamond silver golden phoenix matrix cowboy eagle falcon jaguar panther tiger
  lion bear wolf angel angels heaven jesus christ god devil biteme fuckyou fuckme asshole bitch pussy sexy
  пароль пароли йцукен йцукенг йцу йцуке фыва фів фіва фівап ячс ячсм ячсмить привіт привет любов любовь кохання
  кохаю сонце сонечко зайчик котик мама тато україна украина київ киев львів одеса слава славаукраїні адмін админ
  parol iloveukraine slavaukraini slavaukraine`.split(/\s+/),
);
