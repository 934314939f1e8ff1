/** Hostile server answers cause no exception and no long run time, and never report a domain as unregistered. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRdapObject } from '../../src/registries/rdap/rdap.ts'
import { readWhois } from '../../src/registries/whois/whois-answer.ts'
import { decodeWhois } from '../../src/registries/whois/whois-query.ts'
import { createSeededRandom } from '../support/factories/random.ts'
import { measureCpuTimeMs } from '../support/time/cpu-time.ts'
import { rdapDomain } from './servers.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const ANSWERS = readdirSync(FIXTURES).map((file) => readFileSync(join(FIXTURES, file)))

function damage(bytes: Buffer, random: () => number): Buffer {
  const bent = Buffer.from(bytes)
  const changes = Math.floor(random() * 30)
  for (let change = 0; change < changes; change++) {
    bent[Math.floor(random() * bent.length)] = Math.floor(random() * 256)
  }
  return bent.subarray(0, random() < 0.3 ? Math.floor(random() * bent.length) : bent.length)
}

test('a damaged WHOIS answer never reports an unregistered domain', () => {
  const random = createSeededRandom(43)
  for (let round = 0; round < 6_000; round++) {
    const bytes = damage(ANSWERS[Math.floor(random() * ANSWERS.length)]!, random)
    const charset = random() < 0.5 ? 'euc-kr' : undefined
    const reading = readWhois(decodeWhois(bytes, charset), 'watched-example.com', 'whois.test', {})
    assert.notEqual(reading.kind, 'unregistered', bytes.toString('latin1'))
  }
})

test('a damaged RDAP answer is read or refused', () => {
  const random = createSeededRandom(44)
  const whole = Buffer.from(JSON.stringify(rdapDomain('example.com')))
  for (let round = 0; round < 6_000; round++) {
    const result = readRdapObject(damage(whole, random).toString(), 'example.com', 'rdap.test')
    if (typeof result === 'string') assert.match(result, /^returned /)
  }
})

test('a WHOIS text of any shape is read quickly', () => {
  const lines = [
    'a',
    '.',
    ' ',
    ':',
    '[',
    'a.',
    'a ',
    'expires on ',
    'exceeded ',
    '(',
    '-',
    '\t',
    'a: ',
    '\ud800',
    '% ',
    'Jan ',
  ]
  for (const piece of lines) {
    for (const width of [80, 500, 250_000]) {
      const line = piece.repeat(Math.ceil(width / piece.length))
      const text = `${line}\n`.repeat(Math.max(1, Math.floor(250_000 / line.length)))
      const ms = measureCpuTimeMs(() => readWhois(`x${text}`, 'example.com', 'whois.test', {}))
      assert.ok(ms < 2_000, `${JSON.stringify([piece, width])}: ${ms} ms`)
    }
  }
})

/** Answers with one long run of characters, where a naive parser backtracks. */
const LONG_RUNS: [what: string, read: () => unknown][] = [
  ['a state of blanks', () => stateOf(`x${' '.repeat(900_000)}y`)],
  ['a state of addresses', () => stateOf(`${'https://'.repeat(110_000)} y`)],
  [
    'empty lines behind a registration',
    () =>
      readWhois(
        `Domain Name: example.com\r\nRegistrar: x\r\n${'\n'.repeat(250_000)}y`,
        'example.com',
        'whois.test',
        {},
      ),
  ],
]

const stateOf = (status: string) => {
  const object = { ...rdapDomain('example.com'), status: [status] }
  return readRdapObject(JSON.stringify(object), 'example.com', 'rdap.test')
}

for (const [what, read] of LONG_RUNS) {
  test(`${what} are read quickly`, () => {
    assert.ok(measureCpuTimeMs(read) < 1_000)
  })
}
