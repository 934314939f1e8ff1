import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findReferences,
  resolveReferences,
  toStoredReferences,
  toWrittenReferences,
} from '../../../src/core/monitors/variable.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'

const TOKEN_ID = '01890000-0000-7000-8000-00000000000a'
const USER_ID = '01890000-0000-7000-8000-00000000000b'
const IDS = new Map([
  ['token', TOKEN_ID],
  ['user', USER_ID],
])
const VALUES = new Map([
  ['token', 's3cret $& \\'],
  ['user', 'alice'],
])

const inBody = (body: string) => ({ method: 'GET', headers: {}, body })
const resolve = (body: string) => resolveReferences(inBody(body), VALUES).body

test('a text with a reference contains the value, and other braces stay as they are', () => {
  assert.equal(resolve('a {{token}} b'), 'a s3cret $& \\ b')
  assert.equal(resolve('{{ user }}:{{\ttoken}}'), 'alice:s3cret $& \\')
  assert.equal(resolve('{"a":{"b":{{user}}}}'), '{"a":{"b":alice}}')
  for (const literal of [
    '{{}}',
    '{{a b}}',
    '{{a.b}}',
    '{{1a}}',
    '{{#each}}',
    '{{',
    '{{user',
    '{ {user}}',
    '\\n',
    '{{é}}',
  ])
    assert.equal(resolve(literal), literal)
})

test('a reference after a backslash is literal text, and two backslashes are one', () => {
  assert.equal(resolve('\\{{user}}'), '{{user}}')
  assert.equal(resolve('\\\\{{user}}'), '\\alice')
  assert.equal(resolve('\\\\\\{{ user }}'), '\\{{ user }}')
  assert.equal(resolve('\\{ \\{{'), '\\{ \\{{')
})

test('header values, bodies and sent data contain references, and other settings do not', () => {
  const settings = {
    headers: { 'X-User': '{{user}}', Accept: '*/*' },
    body: '{{token}}',
    protocolValidation: { enabled: true, send: 'LOGIN {{user}}', expect: '{{user}}' },
    keywords: [{ text: '{{user}}' }],
  }
  assert.deepEqual(
    [...findReferences(settings)],
    [
      ['user', 'protocolValidation.send'],
      ['token', 'body'],
    ],
  )
  assert.deepEqual(resolveReferences(settings, new Map([['user', 'bob']])), {
    headers: { 'X-User': 'bob', Accept: '*/*' },
    body: '{{token}}',
    protocolValidation: { enabled: true, send: 'LOGIN bob', expect: '{{user}}' },
    keywords: [{ text: '{{user}}' }],
  })
})

test('stored settings contain ids, and a renamed variable keeps its uses', () => {
  const { settings, names } = toStoredReferences(inBody('{{ user }} \\{{user}} {{token}}'), IDS)
  assert.equal(settings.body, `{{ ${USER_ID} }} {{user}} {{${TOKEN_ID}}}`)
  assert.deepEqual(names, { [TOKEN_ID]: 'token', [USER_ID]: 'user' })
  const renamed = toWrittenReferences(settings, { ...names, [USER_ID]: 'login' })
  assert.equal(renamed.body, '{{ login }} \\{{user}} {{token}}')
})

test('braces that were stored before variables existed stay literal', () => {
  const old = inBody(`{{token}} \\{{ toString }} {{__proto__}} {{${TOKEN_ID}}} {{`)
  const written = toWrittenReferences(old, {})
  assert.equal(written.body, `\\{{token}} \\\\\\{{ toString }} \\{{__proto__}} {{${TOKEN_ID}}} {{`)
  assert.equal(resolveReferences(written, VALUES).body, old.body)
  assert.deepEqual(toStoredReferences(written, IDS), { settings: old, names: {} })
})

test('settings without braces are not copied', () => {
  const settings = { headers: { Accept: '{' }, body: null }
  assert.equal(resolveReferences(settings, VALUES), settings)
  assert.equal(toWrittenReferences(settings, {}), settings)
})

const PARTS = ['\\', '{', '{{', '}', '}}', ' ', 'token', 'user', '{{token}}', `{{${USER_ID}}}`]
const textOf = (dice: Dice) => Array.from({ length: dice.between(0, 12) }, () => dice.one(PARTS)).join('')

property('stored text reads back as it was written', 1_000, (dice) => {
  const text = textOf(dice)
  const ids = new Map(
    [...findReferences(inBody(text)).keys()].map((name, index) => [name, `${TOKEN_ID.slice(0, -1)}${index}`]),
  )
  const { settings, names } = toStoredReferences(inBody(text), ids)
  assert.equal(toWrittenReferences(settings, names).body, text)
})

property('escaped text is literal', 1_000, (dice) => {
  const literal = textOf(dice)
  const written = toWrittenReferences(inBody(literal), {})
  assert.equal(resolveReferences(written, VALUES).body, literal)
  assert.equal(findReferences(written).size, 0)
})

test('a text of many backslashes or braces is read in linear time', () => {
  for (const long of ['\\'.repeat(65_536), '{'.repeat(65_536), `{{a${' '.repeat(65_000)}`, '{{ '.repeat(20_000)])
    assert.equal(resolve(`${long}{{`), `${long}{{`)
})
