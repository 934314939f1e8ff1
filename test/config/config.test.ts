import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, type Environment, loadConfig } from '../../src/config/config.ts'
import { selectDocumentVariables } from '../../src/config/document-environment.ts'
import { DEFAULT_PLANS } from '../../src/core/accounts/plan.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'

const mistakesOf = (environment: Environment): readonly string[] => {
  try {
    loadConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.mistakes
  }
  return []
}

function fileWith(t: Cleanup, content: string): string {
  const file = join(createTestFolder(t), 'file')
  writeFileSync(file, content)
  return file
}

test('an empty environment gives a valid configuration', () => {
  const { config, warnings } = loadConfig({})
  assert.deepEqual([config.host, config.port, config.baseUrl], ['127.0.0.1', 8080, null])
  assert.deepEqual([config.registration, config.defaultPlan, config.localProbe], ['open', 'free', true])
  assert.deepEqual(config.egress, { mode: 'any', allow: [], deny: [] })
  assert.deepEqual([config.region, config.regionName], ['local', 'local'])
  assert.equal(config.plans, DEFAULT_PLANS)
  assert.equal(config.admin, null)
  assert.deepEqual(warnings, [])
})

test('all mistakes are reported together with name, value and accepted values', () => {
  const mistakes = mistakesOf({ WK_PORT: '80a', WK_REGISTRATION: 'maybe', WK_TRUSTED_PROXIES: '10.0.0.0/8, nowhere' })
  assert.deepEqual(mistakes, [
    'WK_PORT: got "80a", expected a port, 0-65535; 0 for any free port',
    'WK_REGISTRATION: got "maybe", expected open, invite or closed',
    'WK_TRUSTED_PROXIES: got "10.0.0.0/8, nowhere", of which "nowhere" is invalid, expected address blocks such as 10.0.0.0/8, separated by commas',
  ])
})

test('an address with a path is refused with the reason', () => {
  const [mistake] = mistakesOf({ WK_BASE_URL: 'https://example.com/up/' })
  assert.match(mistake!, /the path "\/up" is invalid, expected an http: or https: address without a path/)
})

test('every setting rejects invalid values', () => {
  const wrong: Record<string, string[]> = {
    WK_PORT: ['65536', '-1', '1.5', ' 80'],
    WK_BASE_URL: [
      'example.com',
      'ftp://example.com',
      'https://example.com/?a=b',
      'https://me@example.com',
      'https://example.com/up/',
    ],
    DATABASE_URL: ['mysql://localhost/db', 'localhost'],
    WK_DEFAULT_PLAN: ['gold'],
    WK_EGRESS: ['private'],
    WK_EGRESS_ALLOW: ['10.0.0.0/33', '10.0.0'],
    WK_EGRESS_DENY: ['example.com'],
    WK_RATE_LIMIT: ['many', '-1'],
    WK_CORS_ORIGINS: ['https://example.com/', 'example.com'],
    WK_SECRET: ['too short'],
    WK_SMTP_URL: [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://mail.example.com/?tls.rejectUnauthorized=false',
      'smtp://mail.example.com/path',
      'smtp://100%:pw@mail.example.com',
    ],
    WK_SMTP_STARTTLS: ['yes', 'true'],
    WK_SMTP_FROM: ['Watchkeeper', 'a@b.c, d@e.f', 'Watchkeeper <alerts@example.com', 'a@b.c\nBcc: d@e.f'],
    WK_LOG_LEVEL: ['loud'],
    WK_LOCAL_PROBE: ['perhaps'],
    WK_REGION: ['EU 1', 'x'.repeat(41)],
    WK_REGION_NAME: ['x'.repeat(81)],
    WK_DNS_SERVERS: ['dns.example', '192.0.2.1:0', '192.0.2.1:99999', '[192.0.2.1'],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) assert.equal(mistakesOf({ [name]: value }).length, 1, `${name}=${value}`)
})

test('every setting accepts valid values', () => {
  const { config } = loadConfig({
    WK_BASE_URL: 'https://status.example.com/',
    DATABASE_URL: 'postgres://me@localhost/watchkeeper',
    WK_EGRESS: 'public',
    WK_EGRESS_ALLOW: '10.0.0.0/8, 192.0.2.7',
    WK_EGRESS_DENY: 'fd00::/8',
    WK_RATE_LIMIT: '0',
    WK_TRUSTED_PROXIES: '::1',
    WK_CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    WK_LOCAL_PROBE: 'off',
    WK_REGION: 'eu-1',
    WK_REGION_NAME: 'Frankfurt am Main',
    WK_DNS_SERVERS: '192.0.2.53, 192.0.2.53:5353, 2001:db8::53, [2001:db8::53]:5353',
  })
  assert.equal(config.baseUrl, 'https://status.example.com')
  assert.equal(config.databaseUrl, 'postgres://me@localhost/watchkeeper')
  assert.deepEqual(config.egress, { mode: 'public', allow: ['10.0.0.0/8', '192.0.2.7'], deny: ['fd00::/8'] })
  assert.deepEqual([config.rateLimit, config.localProbe], [0, false])
  assert.deepEqual(config.corsOrigins, ['https://a.example', 'http://localhost:5173'])
  assert.deepEqual([config.region, config.regionName], ['eu-1', 'Frankfurt am Main'])
  assert.equal(config.dnsServers.length, 4)
})

test('checks are limited to public addresses when strangers can register from other machines', () => {
  const modeOf = (environment: Environment) => loadConfig(environment).config.egress.mode
  assert.equal(modeOf({ WK_HOST: '0.0.0.0' }), 'public')
  assert.equal(modeOf({ WK_HOST: '::' }), 'public')
  assert.equal(modeOf({ WK_HOST: '0.0.0.0', WK_REGISTRATION: 'closed' }), 'any')
  assert.equal(modeOf({ WK_HOST: '0.0.0.0', WK_EGRESS: 'any' }), 'any')
  assert.equal(modeOf({ WK_HOST: 'localhost' }), 'any')
})

test('an empty variable counts as not set', () => {
  assert.equal(loadConfig({ WK_PORT: '', WK_SECRET: '' }).config.port, 8080)
})

test('a secret can come from a file, without its last line break', (t) => {
  const secret = 'a secret that is long enough to be one'
  const { config } = loadConfig({ WK_SECRET_FILE: fileWith(t, `${secret}\n`) })
  assert.equal(config.secret, secret)
})

test('an unreadable secret file is reported without its content', (t) => {
  assert.deepEqual(mistakesOf({ WK_SECRET_FILE: '/nowhere/key' }), [
    'WK_SECRET_FILE: got "/nowhere/key", expected a readable file (ENOENT)',
  ])
  assert.deepEqual(mistakesOf({ WK_SECRET_FILE: fileWith(t, 'short') }), [
    'WK_SECRET: got a text of 5 characters, expected at least 32 characters',
  ])
})

test('a registry server is a valid address, and a list of them is a valid file', (t) => {
  assert.deepEqual(mistakesOf({ WK_RDAP_BOOTSTRAP: '/nowhere/dns.json' }), [
    'WK_RDAP_BOOTSTRAP: got "/nowhere/dns.json", expected a readable file (ENOENT)',
  ])
  const path = fileWith(t, '{"services": []}')
  assert.deepEqual(mistakesOf({ WK_RDAP_BOOTSTRAP: path }), [
    `WK_RDAP_BOOTSTRAP: ${path}: not a list of RDAP servers: it contains no servers`,
  ])
  assert.equal(mistakesOf({ WK_WHOIS_SERVER: 'whois.example.com:99999' }).length, 1)
  assert.equal(mistakesOf({ WK_WHOIS_SERVER: 'whois://whois.example.com' }).length, 1)
  assert.equal(loadConfig({ WK_WHOIS_SERVER: '[::1]:43' }).config.whoisServer, '[::1]:43')
  const address = 'https://rdap.example.com/dns.json'
  assert.equal(loadConfig({ WK_RDAP_BOOTSTRAP: address }).config.rdapBootstrap, address)
})

test('the first account requires an address and a password', () => {
  const both = { WK_ADMIN_EMAIL: 'alice@example.com', WK_ADMIN_PASSWORD: 'correct horse' }
  assert.deepEqual(loadConfig(both).config.admin, { email: 'alice@example.com', password: 'correct horse' })
  assert.equal(mistakesOf({ WK_ADMIN_EMAIL: 'alice@example.com' }).length, 1)
})

test('email requires a server and a sender', () => {
  const both = {
    WK_SMTP_URL: 'smtps://me%40example.com:secret@mail.example.com',
    WK_SMTP_FROM: 'Watchkeeper <alerts@example.com>',
  }
  const smtp = { url: both.WK_SMTP_URL, from: both.WK_SMTP_FROM, startTls: 'auto' }
  assert.deepEqual(loadConfig(both).config.smtp, smtp)
  assert.equal(loadConfig({}).config.smtp, null)
  assert.deepEqual(mistakesOf({ WK_SMTP_FROM: 'alerts@example.com' }), [
    'WK_SMTP_URL, WK_SMTP_FROM: set both or neither',
  ])
})

test('an invalid setting of a pair is reported once', () => {
  for (const [wrong, other] of [
    [{ WK_SMTP_URL: 'mail.example.com' }, { WK_SMTP_FROM: 'alerts@example.com' }],
    [{ WK_SMTP_FROM: 'alerts' }, { WK_SMTP_URL: 'smtp://mail.example.com' }],
    [{ WK_ADMIN_EMAIL: 'alice' }, { WK_ADMIN_PASSWORD: 'correct horse' }],
    [{ WK_ADMIN_PASSWORD_FILE: '/nowhere' }, { WK_ADMIN_EMAIL: 'alice@example.com' }],
  ] as Record<string, string>[][]) {
    const [name] = Object.keys(wrong!)
    const mistakes = mistakesOf({ ...wrong, ...other })
    assert.deepEqual([mistakes.length, mistakes[0]?.startsWith(`${name}: got`)], [1, true], mistakes.join('\n'))
  }
})

test('a CA file must contain certificates', (t) => {
  assert.match(mistakesOf({ WK_CA_FILE: fileWith(t, 'hello') })[0]!, /^WK_CA_FILE: .* contains no certificate/)
})

test('a misspelt name is reported with the nearest valid one', () => {
  assert.deepEqual(loadConfig({ WK_PROT: '80', PATH: '/bin' }).warnings, [
    'WK_PROT is not a known setting (did you mean WK_PORT?)',
  ])
})

test('variables for documents are names and prefixes, but no settings of the program or of PostgreSQL', () => {
  assert.deepEqual(loadConfig({ WK_CONFIG_ENV: 'APP_*, SLACK_URL' }).config.configEnv, ['APP_*', 'SLACK_URL'])
  for (const entry of [
    'WK_SECRET',
    'WK_*',
    'W*',
    'WK_OWN',
    'DATABASE_URL',
    'DATABASE_*',
    'DATABASE_URL_FILE',
    'PG*',
    'P*',
    'PGPASSWORD',
  ])
    assert.match(
      mistakesOf({ WK_CONFIG_ENV: `APP, ${entry}` }).join(),
      /^WK_CONFIG_ENV: "[^"]+" includes settings/,
      entry,
    )
  assert.match(mistakesOf({ WK_CONFIG_ENV: '*' }).join(), /of which "\*" is invalid/)
})

test('documents get the listed variables, but no settings of the program', () => {
  const environment = { APP_A: 'a', APPB: 'b', OTHER: 'o', WK_SECRET: 's', DATABASE_URL: 'd', PGPASSWORD: 'p' }
  assert.deepEqual(selectDocumentVariables(environment, ['APP_*', 'OTHER', 'WK_*', 'P*']), { APP_A: 'a', OTHER: 'o' })
  assert.deepEqual(selectDocumentVariables(environment, []), {})
  assert.deepEqual(selectDocumentVariables(environment, null), { APP_A: 'a', APPB: 'b', OTHER: 'o' })
})

test('a folder of documents that contains secrets of the server is refused', (t) => {
  const folder = createTestFolder(t)
  const link = join(createTestFolder(t), 'link')
  symlinkSync(folder, link)
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'x'.repeat(32))
  const ask = (environment: Environment) => mistakesOf({ WK_DATA_DIR: '/nowhere', ...environment }).join()
  assert.match(ask({ WK_CONFIG_DIR: link, WK_DATA_DIR: join(folder, 'data') }), /contains WK_DATA_DIR/)
  assert.match(ask({ WK_CONFIG_DIR: folder, WK_DATA_DIR: folder }), /contains WK_DATA_DIR/)
  assert.match(ask({ WK_CONFIG_DIR: folder, WK_SECRET_FILE: secret }), /contains WK_SECRET_FILE/)
  assert.equal(ask({ WK_CONFIG_DIR: join(folder, 'config'), WK_DATA_DIR: folder, WK_SECRET_FILE: secret }), '')
})
