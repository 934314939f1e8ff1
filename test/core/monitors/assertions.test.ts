import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Assertion, findAssertionIssue } from '../../../src/core/monitors/assertions/assertion.ts'
import {
  type AssertedResponse,
  describeBroken,
  judgeAssertions,
} from '../../../src/core/monitors/assertions/judge-assertions.ts'

const RESPONSE: AssertedResponse = {
  text: '',
  bodyBytes: 0,
  durationMs: 1_230.4,
  findHeader: () => null,
  hide: (text) => text,
}

type Draft = Partial<Assertion>

const toAssertion = (draft: Draft): Assertion => ({ source: 'json', comparison: 'equals', effect: 'down', ...draft })

/** Returns the problem of one assertion, or null. */
const judge = (draft: Draft, response: Partial<AssertedResponse>): string | null =>
  judgeAssertions([toAssertion(draft)], { ...RESPONSE, ...response })[0]!.problem

const judgeJson = (path: string, draft: Draft, document: unknown): string | null =>
  judge({ path, ...draft }, { text: JSON.stringify(document) })

test('the message of a broken assertion has the value seen and the value expected', () => {
  const document = { queue: { depth: 180 }, status: 'DOWN', tags: ['a', 'b'], none: null }
  const of = (path: string, draft: Draft) => judgeJson(path, draft, document)
  assert.equal(of('$.queue.depth', { comparison: 'less', value: 100 }), '$.queue.depth is 180, expected less than 100')
  assert.equal(of('$.queue.depth', { comparison: 'less', value: 181 }), null)
  assert.equal(of('$.status', { value: 'UP' }), '$.status is "DOWN", expected "UP"')
  assert.equal(of('$.status', { comparison: 'not_equals', value: 'DOWN' }), '$.status is "DOWN", expected not "DOWN"')
  assert.equal(
    of('$.status', { comparison: 'one_of', values: ['UP', 'OK', 1] }),
    '$.status is "DOWN", expected one of "UP", "OK", 1',
  )
  assert.equal(of('$.status', { comparison: 'contains', value: 'x' }), '$.status is "DOWN", expected to contain "x"')
  assert.equal(
    of('$.tags', { comparison: 'not_contains', value: 'b' }),
    '$.tags is ["a","b"], expected not to contain "b"',
  )
  assert.equal(of('$.other', { comparison: 'exists' }), '$.other is missing, expected to exist')
  assert.equal(of('$.none', { comparison: 'not_exists' }), '$.none is null, expected not to exist')
  assert.equal(of('$.queue', { value: 'x' }), '$.queue is {"depth":180}, expected "x"')
  assert.equal(
    judge({ source: 'response_time', comparison: 'less', value: 1000 }, {}),
    'response time is 1230 ms, expected less than 1000',
  )
  assert.equal(
    judge({ source: 'body_size', comparison: 'greater', value: 10 }, { bodyBytes: 5 }),
    'body size is 5 bytes, expected greater than 10',
  )
  assert.equal(
    judge({ source: 'header', name: 'X-Cache', value: 'HIT' }, {}),
    'header x-cache is missing, expected "HIT"',
  )
  assert.equal(
    judge({ source: 'header', name: 'Set-Cookie', value: 'a' }, { findHeader: () => 'id=1' }),
    'header set-cookie is ********, expected "a"',
  )
})

test('values are shortened to 120 characters, and secrets are hidden before that', () => {
  const hide = (text: string) => text.replaceAll('s3cret-s3cret', '********')
  const shown = judge(
    { source: 'body', value: 'a' },
    { text: `${'x'.repeat(110)}s3cret-s3cret${'y'.repeat(900)}`, hide },
  )
  assert.equal(shown, `body is "${'x'.repeat(110)}********…, expected "a"`)
  assert.equal(
    judge({ source: 'body', value: 's3cret-s3cret' }, { text: 'a', hide }),
    'body is "a", expected "********"',
  )
})

test('numbers are compared as numbers only if both are numbers', () => {
  const compare = (seen: unknown, comparison: Assertion['comparison'], value: Assertion['value']) =>
    judgeJson('$.a', { comparison, value }, { a: seen }) === null
  assert.ok(compare(1, 'equals', '1.0'))
  assert.ok(!compare('1', 'equals', '1.0'))
  assert.ok(compare('1.10', 'not_equals', '1.1'))
  assert.ok(compare(true, 'equals', 'true') && compare('true', 'equals', true) && compare(null, 'equals', 'null'))
  assert.ok(compare('180', 'greater', 20) && compare(180, 'greater', '20'))
  assert.ok(!compare('abc', 'greater', 1) && !compare('abc', 'less', 1) && !compare([5], 'greater', 1))
  assert.ok(compare([1, 'x'], 'contains', 1) && !compare({ x: 1 }, 'contains', 'x'))
  assert.ok(judge({ path: '$.a', comparison: 'greater', value: 1e300 }, { text: '{"a": 1e999}' }) === null)
  assert.equal(judge({ path: '$.a', value: 1 }, { text: '{"a": 1e999}' }), '$.a is Infinity, expected 1')
})

test('each of several values must match, and a missing value fails all comparisons except not_exists', () => {
  const document = { checks: [{ s: 'UP' }, { s: 'UP' }, { s: 'DOWN' }] }
  assert.equal(
    judgeJson('$.checks[*].s', { value: 'UP' }, document),
    '$.checks[*].s is "DOWN" (3. of 3 values), expected "UP"',
  )
  assert.equal(judgeJson('$.checks[:2].s', { value: 'UP' }, document), null)
  for (const comparison of ['equals', 'not_equals', 'contains', 'not_contains', 'greater', 'less'] as const)
    assert.match(judgeJson('$.none', { comparison, value: 1 }, document)!, /^\$\.none is missing, expected /)
  assert.equal(judgeJson('$.none', { comparison: 'not_exists' }, document), null)
})

test('a body that is no usable JSON breaks its assertions with the reason', () => {
  const read = (text: string) => judge({ path: '$.a', value: 1 }, { text })
  assert.equal(
    read('<!DOCTYPE html>\n<p>'),
    '$.a cannot be read: the body is not JSON, it begins with "<!DOCTYPE html>\\n<p>"',
  )
  assert.equal(read(' '), '$.a cannot be read: the body is empty')
  assert.equal(read('{"a": NaN}'), '$.a cannot be read: the body is not JSON, it begins with "{\\"a\\": NaN}"')
  assert.equal(read(`"${'x'.repeat(1024 * 1024)}"`), '$.a cannot be read: the body has more than 1 MiB')
  assert.equal(read('['.repeat(100_000)), '$.a cannot be read: the JSON has more than 512 levels')
  assert.equal(read('{"a": 2, "a": 1}'), null)
  const many = { text: JSON.stringify({ a: Array(20_000).fill(1) }) }
  assert.equal(
    judge({ path: '$.a[*]', value: 1 }, many),
    '$.a[*] cannot be read: the path visits more than 10,000 nodes',
  )
})

test('long values and many assertions are judged at once', () => {
  const text = JSON.stringify({ big: 'ab'.repeat(400_000), list: Array(9_000).fill('x'), deep: { a: { b: 1 } } })
  const drafts: Draft[] = [
    { path: `$[${"'big',".repeat(100)}'big']`, comparison: 'contains', value: 'abc' },
    { path: `$['list','list','list']`, comparison: 'contains', value: 'y' },
    { path: '$', value: 'x' },
  ]
  const startedAt = performance.now()
  const results = judgeAssertions(Array(6).fill(drafts).flat().map(toAssertion), { ...RESPONSE, text })
  assert.ok(results.every(({ problem }) => problem !== null))
  assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`)
})

test('a message joins three broken assertions with the same effect', () => {
  const drafts = ['a', 'b', 'c', 'd'].map((name) => ({ path: `$.${name}`, value: 1 }))
  const results = judgeAssertions(
    [...drafts, { path: '$.e', value: 1, effect: 'degraded' as const }].map(toAssertion),
    {
      ...RESPONSE,
      text: '{}',
    },
  )
  assert.equal(
    describeBroken(results, 'down'),
    '$.a is missing, expected 1; $.b is missing, expected 1; $.c is missing, expected 1; 1 more',
  )
  assert.equal(describeBroken(results, 'degraded'), '$.e is missing, expected 1')
})

test('assertions that no response can meet are refused with the field', () => {
  const refusals: [Draft, string, string][] = [
    [{}, 'path', 'is required for json, such as $.status'],
    [{ path: '$.a', name: 'x', value: 1 }, 'name', 'is only for header, not for json'],
    [{ source: 'header', value: 1 }, 'name', 'is required for header, such as X-Cache'],
    [{ source: 'body', path: '$.a', value: 1 }, 'path', 'is only for json, not for body'],
    [{ path: '$.a' }, 'value', 'is required for equals'],
    [{ path: '$.a', comparison: 'exists', value: 1 }, 'value', 'is not for exists'],
    [{ path: '$.a', comparison: 'one_of', value: 1 }, 'values', 'is required for one_of, such as ["UP", "STARTING"]'],
    [{ path: '$.a', comparison: 'one_of', value: 1, values: [1] }, 'value', 'is not for one_of, which has values'],
    [{ path: '$.a', value: 1, values: [1] }, 'values', 'is only for one_of'],
    [{ path: '$.a', comparison: 'less', value: 'x' }, 'value', 'must be a number'],
    [
      { source: 'body_size', comparison: 'exists' },
      'comparison',
      'must be one of equals, not_equals, one_of, greater, less for body_size',
    ],
    [
      { source: 'body_size', comparison: 'less', value: 101 },
      'value',
      'must be at most 100: no more of a body is read',
    ],
    [
      { path: "$[?match(@.a, 'b')]", value: 1 },
      'path',
      'is not a valid JSON path: match() is not supported: it runs a regular expression',
    ],
  ]
  for (const [draft, field, message] of refusals)
    assert.deepEqual(findAssertionIssue([toAssertion({ ...draft })], 100), { key: `assertions.0.${field}`, message })
  const fine = [
    { path: '$.a', comparison: 'less', value: '{{limit}}' },
    { source: 'body', value: 'x' },
  ] as const
  assert.equal(findAssertionIssue(fine.map(toAssertion), 100), null)
})
