/** Uses of banned words and long lists that are right: data, quotations and proper terms. */
export const INNOCENT: readonly (readonly [file: string, words: string])[] = [
  ['src/core/accounts/credential.ts', 'qwerty qwertz'],
  ['src/core/accounts/credential.ts', 'abcd qwerty'],
  ['bench/support/bare-rows.ts', 'create table bare'],
  ['bench/retention.ts', 'insert into results'],
  ['src/registries/registration-values.ts', 'redemption period'],
  ['src/registries/whois/whois-labels.ts', 'registrar'],
  ['src/registries/whois/whois-labels.ts', 'name server'],
  ['src/registries/whois/whois-labels.ts', 'expiry date'],
  ['src/registries/whois/whois-labels.ts', 'creation date'],
  ['src/registries/whois/whois-directory.ts', 'whois.nic'],
  ['src/registries/whois/whois-verdict.ts', 'no match'],
  ['test/attack/stage/pair.ts', 'http timeout connect'],
]
