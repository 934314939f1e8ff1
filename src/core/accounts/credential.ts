/** Formats and rules of credentials: API keys, email addresses, passwords and recovery codes. */

/** The service's prefix, an underscore and 64 hexadecimal characters. */
const API_KEY = /^wk_[0-9a-f]{64}$/

export const isApiKey = (text: string): boolean => API_KEY.test(text)

/** @param random 32 bytes */
export const formatApiKey = (random: Uint8Array): string =>
  `wk_${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Part of a key that is enough to distinguish two keys: `wk_1a2b…9f8e`. */
export const toKeyPreview = (key: string): string => `${key.slice(0, 7)}…${key.slice(-4)}`

/**
 * Returns the normalized spelling of an address, by which accounts are found. Mailboxes almost never differ in case
 * only.
 */
export const normalizeEmail = (email: string): string => toAsciiDomain(email.trim().toLowerCase())

/** Characters that end the host of a URL, or that it decodes. */
const NOT_IN_DOMAIN = /[\s/?#@:[\]\\%]/

/** Returns an address with its domain in A-labels, as mail servers need it. Source: RFC 5890, section 2.3.2.1 */
export function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (domain.length > MAX_DOMAIN || NOT_IN_DOMAIN.test(domain) || !/\P{ASCII}/u.test(domain)) return email
  return email.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}

/** Characters of a name in the DNS. Source: RFC 1035, section 2.3.4 */
const MAX_DOMAIN = 253

/** Refuses the passwords that every attacker tries first. */
export const PASSWORD_MIN_LENGTH = 10
export const PASSWORD_MAX_LENGTH = 128

/**
 * Words that make up the commonest passwords. Source: the words that recur at the top of published lists of leaked
 * passwords.
 */
const WORDS = splitWords(`
  password passw0rd p@ssword p@ssw0rd passwort pass qwerty qwertz azerty asdf asdfgh zxcvbn admin administrator root user
  test testing guest login welcome letmein master secret changeme default abc abcd abc123 iloveyou princess sunshine
  football baseball basketball monkey dragon shadow superman batman pokemon starwars michael jordan jennifer charlie
  jessica daniel ashley thomas andrew joshua matthew robert hunter ranger buster killer soccer hockey george summer
  winter spring autumn flower cookie computer internet samsung google facebook liverpool chelsea arsenal barcelona
  freedom whatever trustno1 hello hello123 hallo bonjour welcome1 access mustang corvette ferrari mercedes yamaha
  cheese chocolate banana orange purple silver golden diamond angel forever family blessed jesus london paris berlin
  america canada mexico brazil india pakistan watchkeeper uptime monitor server
`)

/** Endings that people append to these words. */
const ENDINGS = splitWords(`
  1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 ! !! !!! 1! 12! 123! 1234! 12345! @1 @12 @123 @1234
  #123 #1234 0 00 000 0000 007 01 11 111 1111 11111 22 222 2222 69 77 777 88 99 999 321 4321 54321 654321 987654321
  123123 2020 2021 2022 2023 2024 2025 2026 2023! 2024! 2025! 2026! a aa abc abcd qwerty
`)

/** Whole passwords of ten characters or more from the same lists, and keyboard walks. */
const WHOLE = splitWords(`
  1234567890 0123456789 0987654321 9876543210 12345678910 123456789012 1234512345 1231231231 123123123123 1122334455
  1029384756 1234554321 12344321 1357924680 2468013579 147258369 1472583690 789456123 7894561230 741852963 7418529630
  9638527410 159357159 1593572468 123456789a 123456789q a123456789 q123456789 123456789z 123456789m 12345qwert
  123456qwerty 1234qwerasdf 12345678qwerty 123qweasdzxc qweasdzxc123 qwe123asd456 qwer1234asdf 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5 q1w2e3r4t5y6 1qazxsw23edc zaq12wsxcde3 zaq1zaq1zaq1 1qaz1qaz1qaz
  qwertyuiop qwertyuiop123 qwertyuiop1 qwertyuiop[] qwertyuiopasdfghjkl asdfghjkl1 asdfghjkl123 asdfghjkl; asdfghjklzxcvbnm
  zxcvbnm123 zxcvbnm1234 zxcvbnm,./ qwertyasdfgh qwertyqwerty qwerasdfzxcv qazwsxedcrfv qazwsx123456 qazwsxedc123
  qazwsxedcrfvtgb azertyuiop azertyuiop123 qwertzuiop abcdefghij abcdefghijk abcdefghijklmnopqrstuvwxyz abcdefg123
  abcdefg1234 abcdef123456 abc123456789 abcd123456 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 aaa123456789 ab12345678
  passwordpassword password1234567890 mypassword mypassword1 mypassword123 yourpassword thisisapassword nopassword
  newpassword newpassword1 thepassword password_123 password-123 password.123 password123456 p@ssw0rd1234 pa$$word123
  letmeinplease letmeinnow iloveyou123 iloveyou1234 iloveyou12345 iloveyousomuch iloveyouforever iloveyoubaby
  ihateyou123 fuckyou123 fuckyou1234 motherfucker basketball baseball123 football123 manchester manchesterunited
  liverpoolfc chelseafc1 realmadrid1 barcelona1 juventus1897 chocolate1 strawberry butterfly1 elizabeth1 alexander1
  alexandra1 christian1 christopher stephanie1 jacqueline washington california australia1 university management
  technology restaurant motorcycle playstation playstation2 playstation3 playstation4 nintendo64 minecraft1 minecraft123
  counterstrike leagueoflegends worldofwarcraft thunderbird blackberry1 volkswagen superman123 batman1234 spiderman123
  starwars123 pokemon123 dragonball1 dragonball dragonballz harrypotter harrypotter1 mickeymouse hellokitty hellokitty1
  helloworld helloworld1 helloworld123 hello12345 hellohello welcome123 welcome1234 welcome@123 welcome2024 welcome2025
  admin12345 admin123456 admin@1234 admin@12345 administrator administrator1 adminadmin rootroot123 changeme123
  changemenow changeit123 default123 temporary1 temp123456 test123456 test1234567 testtest12 testtest123 testing1234
  trustno1234 sunshine123 princess123 princess1234 computer123 internet123 samsung123 samsung1234 godisgood1 jesuschrist
  jesuslovesme jesusisgod godisgreat 11223344556 11111222223333 12qwaszx34erdfcv asdasdasdasd qweqweqweqwe zxczxczxczxc
`)

/** Catches passwords like `aaaaaaaaaa`, which the short list does not contain. */
const ONE_OR_TWO_CHARACTERS = /^(.{1,2})\1+.?$/s

const COMMON: ReadonlySet<string> = new Set([
  ...WHOLE,
  ...WORDS.flatMap((word) => ENDINGS.map((ending) => word + ending)),
  ...WORDS.flatMap((word) => [word, word + word, `my${word}`, `the${word}`, `123${word}`, `1234${word}`]),
])

/** Returns whether a password is among the commonest, ignoring case. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  return COMMON.has(lower) || ONE_OR_TWO_CHARACTERS.test(lower)
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Base32, which has no digits that are mistaken for letters. Source: RFC 4648, section 6 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const GROUPS = 4
const GROUP_LENGTH = 4

/** Each byte contributes five bits. The resulting 80 bits cannot be guessed, even from the stored hash. */
export const RECOVERY_CODE_BYTES = GROUPS * GROUP_LENGTH

export const RECOVERY_CODES = 10

/**
 * Formats a code as `ABCD-EFGH-IJKL-MNOP`.
 *
 * @param random `RECOVERY_CODE_BYTES` bytes
 */
export function formatRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.match(/.{4}/g)!.join('-')
}

/**
 * Returns the code in the form in which codes are compared, however the user typed it.
 *
 * @returns null when the text cannot be a recovery code
 */
export function normalizeRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(letters) ? letters : null
}
