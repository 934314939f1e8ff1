import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { Body, IsoTime, Name, Nullable, OneOf, Uuid } from '../../../../src/api/platform/schemas.ts'
import { createValidator } from '../../../../src/api/platform/validation/validation.ts'
import type { Problem } from '../../../../src/core/platform/errors.ts'

type Outcome = { value: unknown; error?: undefined } | { value?: undefined; error: Problem }

const judge = (schema: TSchema, value: unknown, httpPart = 'body'): Outcome =>
  (createValidator({ schema, httpPart, method: 'POST', url: '/' } as never) as (value: unknown) => Outcome)(value)

const fieldsOf = ({ error }: Outcome): string[] =>
  ((error?.details?.issues ?? []) as { field: string }[]).map(({ field }) => field)

const Keyword = Body({ text: Type.String({ minLength: 1 }), should_contain: Type.Boolean() })
const Monitor = Body({
  keyword_config: Body({ keywords: Type.Array(Keyword, { minItems: 1, maxItems: 2 }) }),
  tcp_config: Type.Optional(Body({ port: Type.Integer({ minimum: 1, maximum: 65_535 }) })),
})

test('an issue names its field by path', () => {
  const outcome = judge(Monitor, {
    keyword_config: {
      keywords: [
        { text: '', should_contain: 'yes' },
        { should_contain: true, colour: 1 },
      ],
    },
    tcp_config: { port: 0 },
  })
  assert.deepEqual(fieldsOf(outcome).sort(), [
    'keyword_config.keywords.0.should_contain',
    'keyword_config.keywords.0.text',
    'keyword_config.keywords.1.colour',
    'keyword_config.keywords.1.text',
    'tcp_config.port',
  ])
  assert.equal(outcome.error!.code, 'VALIDATION_ERROR')
})

test('a message states the expected value with its numbers', () => {
  const { error } = judge(Monitor, { keyword_config: { keywords: [] }, tcp_config: { port: 70_000 } })
  const messages = (error!.details!.issues as { message: string }[]).map(({ message }) => message)
  assert.deepEqual(messages, [
    'must be a list of 1 to 2 entries, each an object',
    'must be a whole number from 1 to 65535',
  ])
  assert.match(error!.message, /^keyword_config\.keywords: must be a list of 1 to 2 entries/)
})

test('a body is neither coerced nor filled with defaults', () => {
  const schema = Body({ n: Type.Optional(Type.Integer({ default: 5 })) })
  assert.deepEqual(judge(schema, {}).value, {})
  assert.deepEqual(fieldsOf(judge(schema, { n: '5' })), ['n'])
})

test('an empty body is validated as an object without fields', () => {
  assert.deepEqual(judge(Body({ n: Type.Optional(Type.Integer()) }), null).value, {})
  assert.deepEqual(fieldsOf(judge(Body({ n: Type.Integer() }), null)), ['n'])
})

test('a query is coerced and filled with defaults', () => {
  const schema = Type.Object({ n: Type.Integer({ default: 5 }), on: Type.Boolean(), tag: Type.Array(Type.String()) })
  assert.deepEqual(judge(schema, { on: 'true', tag: 'a', other: 'x' }, 'querystring').value, {
    n: 5,
    on: true,
    tag: ['a'],
    other: 'x',
  })
})

test('an ID reaches the handler in lower case', () => {
  const id = '0198C0DE-7A11-7ABC-8DEF-0123456789AB'
  assert.deepEqual(judge(Type.Object({ id: Uuid }), { id }, 'params').value, { id: id.toLowerCase() })
  assert.deepEqual(judge(Body({ ids: Type.Array(Uuid) }), { ids: [id] }).value, { ids: [id.toLowerCase()] })
})

test('a value of a union is explained by the matching branch', () => {
  const schema = Body({ c: Type.Union([Body({ a: Type.Integer({ minimum: 1 }) }), Type.Null()]) })
  assert.deepEqual(fieldsOf(judge(schema, { c: { a: 0 } })), ['c.a'])
  const neither = judge(schema, { c: 'x' })
  assert.deepEqual(fieldsOf(neither), ['c'])
  assert.match(neither.error!.message, /must be an object or null/)
})

test('null is accepted where the schema allows it', () => {
  const schema = Body({ at: Nullable(IsoTime), kind: Nullable(OneOf(['a', 'b'])) })
  assert.deepEqual(judge(schema, { at: null, kind: null }).value, { at: null, kind: null })
  assert.deepEqual(fieldsOf(judge(schema, { at: 'today', kind: 'c' })), ['at', 'kind'])
})

const TIMES: [string, boolean][] = [
  ['2026-01-31T12:00:00Z', true],
  ['2026-01-31T12:00:00.123+02:00', true],
  ['2026-01-31T12:00Z', true],
  ['2026-01-31T12:00:00', false],
  ['2026-01-31', false],
  ['2026-13-31T12:00:00Z', false],
  ['2026-02-30T12:00:00Z', false],
]
for (const [time, isTaken] of TIMES)
  test(`${time} is ${isTaken ? 'accepted as a time' : 'refused as a time'}`, () =>
    assert.equal(judge(Body({ at: IsoTime }), { at: time }).error === undefined, isTaken))

const issuesOf = ({ error }: Outcome) => error!.details!.issues as { field: string; message: string }[]

test('an answer lists twenty issues and states that there are more', () => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`field_${n}`, 1]))
  const outcome = judge(Body({}), many)
  assert.equal(issuesOf(outcome).length, 20)
  assert.match(outcome.error!.message, /^field_0: .* \(only the first 20 issues are listed\)$/)
})

test('a value with over a thousand entries is refused for its first issue', () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`field_${n}`, 1]))
  assert.deepEqual(fieldsOf(judge(Body({}), many)), ['field_0'])
})

test('a value with over 64 KiB of text is refused for its first issue', () => {
  const schema = Body({ a: Type.String({ maxLength: 10, pattern: '^b' }), b: Type.Integer() })
  assert.deepEqual(fieldsOf(judge(schema, { a: 'a'.repeat(65_537), b: 'no' })), ['a'])
  assert.deepEqual(fieldsOf(judge(schema, { a: 'a', b: 'no' })), ['a', 'b'])
})

test('a list that is too long is refused before its entries are validated', () => {
  let looks = 0
  const keywords = new Array<object>(5_000)
  for (let at = 0; at < keywords.length; at++) Object.defineProperty(keywords, at, { get: () => looks++ })
  const outcome = judge(Monitor, { keyword_config: { keywords } })
  assert.deepEqual(fieldsOf(outcome), ['keyword_config.keywords'])
  assert.match(outcome.error!.message, /must be a list of 1 to 2 entries/)
  assert.equal(looks, 0)
})

test('a list parameter with over a thousand values is refused for its first issue', () => {
  const schema = Type.Object({ ids: Type.Array(Uuid, { maxItems: 10 }), n: Type.Integer() })
  const ids = new Array<string>(2_000).fill('a')
  assert.deepEqual(fieldsOf(judge(schema, { ids, n: 'no' }, 'querystring')), ['ids'])
})

test('an answer repeats at most 200 characters of an unknown field name', () => {
  const outcome = judge(Body({}), { ['x'.repeat(50_000)]: 1 })
  assert.deepEqual(fieldsOf(outcome), [`${'x'.repeat(200)}…`])
})

test('errors of a union in one list entry do not hide errors of other entries', () => {
  const Entry = Type.Union([Body({ a: Type.Integer() }), Type.Null()])
  const outcome = judge(Body({ list: Type.Array(Entry) }), { list: [{ a: 'x' }, 'y'] })
  assert.deepEqual(fieldsOf(outcome), ['list.0.a', 'list.1'])
})

test('every kind of line break in a name becomes a space', () => {
  const schema = Body({ name: Name(80), shown: Nullable(Name(80)), tags: Type.Array(Name(40)), text: Type.String() })
  const broken = 'a\r\nb\nc\rd\ve\ff\u0085g\u2028h\u2029i'
  const joined = 'a b c d e f g h i'
  assert.deepEqual(judge(schema, { name: broken, shown: broken, tags: [broken], text: broken }).value, {
    name: joined,
    shown: joined,
    tags: [joined],
    text: broken,
  })
  assert.deepEqual(fieldsOf(judge(schema, { name: '\r\n', shown: null, tags: [], text: '' })), ['name'])
})

test('lengths count characters, of which each has one or two code units', () => {
  const schema = Body({ a: Type.String({ minLength: 2, maxLength: 10 }) })
  const isValid = (a: string) => judge(schema, { a }).error === undefined
  const texts = ['x', '😀', '😀😀', '😀'.repeat(10), 'x'.repeat(10), '😀'.repeat(11), 'x'.repeat(11), 'x'.repeat(21)]
  assert.deepEqual(texts.map(isValid), [false, false, true, true, true, false, false, false])
})
