/** Answers in the formats of the registries, one file each under `fixtures`, with invented names. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFormat, readWhois } from '../../../src/registries/whois/whois-answer.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

interface Expected {
  /** ISO 8601, a date when the registry gives no time; null when it gives none. */
  expires: string | null
  created?: string
  registrar?: string
  statuses?: string[]
  /** Name servers other than ns1.example.net and ns2.example.net. */
  nameServers?: string[]
  /** A domain that is not directly below the top-level domain. */
  domain?: string
}

const own = (tld: string): string[] => ['ns1.example.net', `ns2.watched-example.${tld}`]

const TRANSFER = ['client transfer prohibited']
const EXAMPLE_INC = { created: '2008-06-13T17:17:40Z', registrar: 'Example Registrar Inc.', statuses: TRANSFER }
const VERISIGN = {
  created: '2004-09-03T12:01:02Z',
  registrar: 'Example Registrar, Inc.',
  statuses: ['client delete prohibited', ...TRANSFER],
}
const AFNIC = { created: '2006-12-29T23:00:00Z', registrar: 'EXAMPLE REGISTRAR SAS', statuses: ['active'] }
const IIS = { created: '2003-08-27', registrar: 'Exempel AB', statuses: ['active', ...TRANSFER] }

const EXPECTED: Record<string, Expected> = {
  am: {
    expires: '2026-04-15',
    created: '1999-06-05',
    registrar: 'examplereg (Example LLC)',
    statuses: ['active'],
    nameServers: own('am'),
  },
  ar: {
    expires: '2026-11-01T03:00:00Z',
    created: '1999-05-26T03:00:00Z',
    registrar: 'nicar',
    domain: 'watched-example.com.ar',
  },
  at: { expires: null, registrar: 'Beispiel GmbH', nameServers: own('at') },
  au: {
    expires: null,
    registrar: 'Example Registrar Pty Ltd',
    statuses: ['server renew prohibited'],
    domain: 'watched-example.com.au',
  },
  be: { expires: null, created: '2000-12-12', registrar: 'Example Registrar BV', nameServers: own('be') },
  br: { expires: '2026-05-18', created: '1999-05-18', domain: 'watched-example.com.br' },
  ca: {
    expires: '2026-04-28T04:00:00Z',
    created: '2000-10-04T02:21:23Z',
    registrar: 'Example Registrar Canada Ltd.',
    statuses: TRANSFER,
  },
  cc: { expires: '2026-06-07T04:00:00Z', ...VERISIGN },
  cl: { expires: '2026-11-20T17:48:02Z', created: '2002-10-22T20:48:23Z', registrar: 'Ejemplo Registrar' },
  cn: {
    expires: '2026-03-17T04:48:36Z',
    created: '2003-03-17T04:20:05Z',
    registrar: '示例注册商有限公司',
    statuses: [...TRANSFER, 'server delete prohibited'],
  },
  co: { expires: '2026-02-24T23:59:59Z', ...EXAMPLE_INC },
  'co.jp': { expires: '2026-03-31', created: '2001-03-22' },
  com: { expires: '2026-09-03T12:01:02Z', ...VERISIGN },
  cz: { expires: '2027-03-15', created: '1997-10-30', registrar: 'REG-EXAMPLE', nameServers: own('cz') },
  de: { expires: null, nameServers: own('de') },
  dk: { expires: '2026-03-31', created: '1999-01-10', registrar: 'Eksempel ApS', statuses: ['active'] },
  ee: {
    expires: '2026-07-05',
    created: '2010-07-04T02:39:15Z',
    registrar: 'Näidis Registrar OÜ',
    statuses: ['active'],
  },
  eu: { expires: null, registrar: 'Example Registrar SA', nameServers: own('eu') },
  fi: { expires: '2026-07-04T10:15:55Z', created: '2006-06-30', registrar: 'Esimerkki Registrar Oy' },
  fr: { expires: '2026-12-30T17:16:48Z', ...AFNIC },
  // It contains the day but not the year
  gg: { expires: null, created: '2003-04-30', registrar: 'Example Registrar Limited', statuses: ['active'] },
  hk: {
    expires: '2026-04-06',
    created: '2000-04-05',
    registrar: 'Example Registrar (HK) Limited',
    statuses: ['active'],
    domain: 'watched-example.com.hk',
  },
  hr: { expires: '2026-07-28T22:00:00Z', created: '2000-06-30T22:00:00Z' },
  hu: { expires: null, created: '2000-03-03', nameServers: [] },
  id: {
    expires: '2026-09-01T16:59:59Z',
    created: '2004-12-18T06:33:21Z',
    registrar: 'PT Contoh Indonesia',
    statuses: [...TRANSFER, 'server transfer prohibited'],
    domain: 'watched-example.co.id',
  },
  il: { expires: '2026-06-05', registrar: 'Example Domains Ltd', domain: 'watched-example.co.il' },
  in: {
    expires: '2027-02-14T20:35:14Z',
    created: '2005-02-14T20:35:14Z',
    registrar: 'Example Registrar India Private Limited',
    statuses: TRANSFER,
  },
  io: { expires: '2026-09-30T09:10:11Z', ...EXAMPLE_INC },
  ir: { expires: '2026-12-22' },
  is: { expires: '2026-05-10', created: '2002-05-10' },
  it: { expires: '2026-04-21', created: '1999-12-10', registrar: 'Esempio Registrar S.p.A.', statuses: ['active'] },
  jp: { expires: '2026-08-31', created: '2001-08-22', statuses: ['active'] },
  kg: { expires: '2026-03-28T17:59:00Z', created: '2004-02-10T03:43:20Z' },
  kr: { expires: '2026-03-02', created: '2007-03-02', registrar: '(주)예시', statuses: TRANSFER },
  kz: {
    expires: null,
    created: '1999-06-07T13:01:43Z',
    registrar: 'EXAMPLE-REG',
    statuses: [...TRANSFER, 'server delete prohibited'],
  },
  lt: { expires: '2026-07-27', created: '2000-07-26', registrar: 'UAB "Pavyzdys"', nameServers: own('lt') },
  lu: { expires: null, registrar: 'Exemple S.A.' },
  lv: { expires: null, registrar: 'Piemērs Registrar SIA', statuses: ['active'] },
  md: { expires: '2026-05-02', created: '2006-05-02', nameServers: [] },
  me: { expires: '2026-06-13T17:17:40Z', ...EXAMPLE_INC },
  mx: {
    expires: '2026-05-11',
    created: '2009-05-12',
    registrar: 'Ejemplo Registrar S.A.',
    domain: 'watched-example.com.mx',
  },
  nl: {
    expires: null,
    created: '1999-05-27',
    registrar: 'Voorbeeld B.V.',
    statuses: ['active'],
    nameServers: own('nl'),
  },
  no: { expires: null, created: '1999-11-15', nameServers: [] },
  nu: { expires: '2026-06-07', ...IIS, nameServers: own('nu') },
  nz: {
    expires: null,
    created: '1999-02-17',
    registrar: 'Example Registrar NZ',
    statuses: ['active'],
    domain: 'watched-example.co.nz',
  },
  org: {
    expires: '2026-10-17T04:00:00Z',
    created: '1998-10-18T04:00:00Z',
    registrar: 'Example Registrar LLC',
    statuses: ['auto renew period', ...TRANSFER],
  },
  pl: {
    expires: '2026-09-18T13:00:00Z',
    created: '2002-09-19T12:00:00Z',
    registrar: 'Example Registrar sp. z o.o.',
  },
  // 8 February: a parser that reads the month first is off by half a year
  pt: { expires: '2026-02-08T23:59:00Z', created: '2003-01-09' },
  re: { expires: '2026-06-01T08:00:00Z', ...AFNIC },
  ro: { expires: '2026-09-17', created: '2000-07-17', registrar: 'Exemplu SRL' },
  rs: {
    expires: '2026-03-10T11:31:19Z',
    created: '2008-03-10T11:31:19Z',
    registrar: 'Primer d.o.o.',
    statuses: ['active'],
    nameServers: own('rs'),
  },
  ru: {
    expires: '2026-09-30T21:00:00Z',
    created: '1999-09-21T20:00:00Z',
    registrar: 'EXAMPLE-RU',
    nameServers: own('ru'),
  },
  se: { expires: '2026-10-20', ...IIS, nameServers: own('se') },
  sg: {
    expires: '2027-01-03T04:00:00Z',
    created: '2005-01-03T04:00:00Z',
    registrar: 'EXAMPLE REGISTRAR PTE. LTD.',
    statuses: ['active', ...TRANSFER],
  },
  si: {
    expires: '2026-07-19',
    created: '2005-04-04',
    registrar: 'Primer',
    statuses: ['client delete prohibited', ...TRANSFER],
  },
  sk: {
    expires: '2026-07-24',
    created: '2003-07-24',
    registrar: 'EXRE-0001',
    statuses: [...TRANSFER, 'server renew prohibited'],
  },
  su: {
    expires: '2026-06-03T21:00:00Z',
    created: '2006-06-03T20:00:00Z',
    registrar: 'EXAMPLE-SU',
    nameServers: ['ns1.example.net'],
  },
  th: {
    expires: '2026-10-07',
    created: '1999-10-08',
    registrar: 'THNIC',
    statuses: ['active'],
    domain: 'watched-example.co.th',
  },
  tm: { expires: '2026-05-31' },
  tr: {
    expires: '2026-08-22',
    created: '2001-08-23',
    registrar: 'Örnek Bilişim A.Ş.',
    statuses: ['active'],
    domain: 'watched-example.com.tr',
  },
  tv: { expires: '2026-12-14T05:00:00Z', ...VERISIGN },
  tw: {
    expires: '2026-11-09',
    created: '2000-08-29',
    registrar: 'Example, Inc.',
    statuses: TRANSFER,
    domain: 'watched-example.com.tw',
  },
  ua: {
    expires: '2026-12-03T22:00:00Z',
    created: '2002-12-03T22:00:00Z',
    registrar: 'ua.example',
    statuses: ['active'],
    domain: 'watched-example.com.ua',
  },
  uk: {
    expires: '2026-08-26',
    created: '1999-08-26',
    registrar: 'Example Registrar Ltd t/a Example Hosting',
    nameServers: ['ns0.example.net', 'ns1.example.net'],
    domain: 'watched-example.co.uk',
  },
  uz: {
    expires: '2026-05-01',
    created: '2006-04-17',
    registrar: 'EXAMPLE',
    statuses: ['active'],
    nameServers: ['not.defined', 'ns1.example.net'],
  },
}

const domainOf = (name: string): string => EXPECTED[name]?.domain ?? `watched-example.${name}`

const read = (name: string, text = readFileSync(join(FIXTURES, `${name}.txt`), 'utf8')) =>
  readWhois(text, domainOf(name), `whois.${name}`, findFormat(domainOf(name)))

const at = (iso: string | undefined | null): number | null => (iso ? Date.parse(iso) : null)

test('every fixture has an expected result', () => {
  assert.deepEqual(
    readdirSync(FIXTURES).sort(),
    Object.keys(EXPECTED)
      .map((name) => `${name}.txt`)
      .sort(),
  )
  assert.ok(Object.keys(EXPECTED).length >= 40)
})

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`the answer of the registry of .${name} is parsed`, () => {
    const reading = read(name)
    assert.equal(reading.kind, 'registered')
    assert.deepEqual(reading.kind === 'registered' && reading.registration, {
      source: 'whois',
      server: `whois.${name}`,
      registrar: expected.registrar ?? null,
      registeredAt: at(expected.created),
      expiresAt: at(expected.expires),
      statuses: expected.statuses ?? [],
      nameServers: expected.nameServers ?? ['ns1.example.net', 'ns2.example.net'],
    })
  })
}

test('an answer about another domain is unreadable', () => {
  for (const name of Object.keys(EXPECTED)) {
    const text = readFileSync(join(FIXTURES, `${name}.txt`), 'utf8')
      .replaceAll('watched-example', 'other-example')
      .replaceAll('WATCHED-EXAMPLE', 'OTHER-EXAMPLE')
    assert.equal(read(name, text).kind, 'unreadable', name)
  }
})

test('a truncated answer is never an unregistered domain or another date', () => {
  for (const [name, { expires }] of Object.entries(EXPECTED)) {
    const text = readFileSync(join(FIXTURES, `${name}.txt`), 'utf8')
    for (let end = 0; end < text.length; end += 7) {
      const reading = read(name, text.slice(0, end))
      assert.notEqual(reading.kind, 'unregistered', `${name} cut at ${end}`)
      if (reading.kind !== 'registered' || reading.registration.expiresAt === null) continue
      const day = new Date(reading.registration.expiresAt).toISOString().slice(0, 8)
      assert.equal(day, expires?.slice(0, 8), `${name} cut at ${end}`)
    }
  }
})

test('a numeric day is read only if the order of the registry is known', () => {
  const readExpiry = (domain: string): number | null => {
    const reading = readWhois(`Domain Name: ${domain}\nExpiry Date: 03/04/2027\n`, domain, 'whois', findFormat(domain))
    return reading.kind === 'registered' ? reading.registration.expiresAt : null
  }
  assert.equal(readExpiry('watched-example.im'), Date.UTC(2027, 3, 3))
  assert.equal(readExpiry('watched-example.ws'), null)
})
