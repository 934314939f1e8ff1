import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  findPathProblem,
  JsonPathError,
  MAX_VISITED_NODES,
  measureDepth,
  selectNodes,
} from '../../../src/core/monitors/assertions/json-path.ts'

/** The compliance suite of RFC 9535, beside the project where it is developed. */
const SUITE = join(import.meta.dirname, '../../../../shared/data/jsonpath-cts.json')

interface SuiteCase {
  name: string
  selector: string
  document: unknown
  invalid_selector?: boolean
  result?: unknown[]
  results?: unknown[][]
}

/** Functions that run a regular expression of a user, outside of names in quotes. */
const RUNS_PATTERN = /\b(?:match|search)\(/

test('paths select what RFC 9535 defines', { skip: !existsSync(SUITE) && `${SUITE} does not exist here` }, () => {
  const { tests } = JSON.parse(readFileSync(SUITE, 'utf8')) as { tests: SuiteCase[] }
  assert.ok(tests.length > 600)
  for (const { name, selector, document, invalid_selector, result, results } of tests) {
    const problem = findPathProblem(selector)
    if (invalid_selector || RUNS_PATTERN.test(selector)) {
      assert.notEqual(problem, null, `${name}: ${selector} is refused`)
      continue
    }
    assert.equal(problem, null, `${name}: ${selector}`)
    const nodes = selectNodes(selector, document)
    const accepted = results ?? [result]
    assert.ok(
      accepted.some((one) => JSON.stringify(one) === JSON.stringify(nodes)),
      `${name}: ${selector} selects ${JSON.stringify(nodes)}, not ${JSON.stringify(accepted)}`,
    )
  }
})

test('a path with match() or search() is refused with a sentence', () => {
  assert.equal(findPathProblem("$[?match(@.a, 'b')]"), 'match() is not supported: it runs a regular expression')
  assert.equal(findPathProblem("$[?!search(@.a, 'b')]"), 'search() is not supported: it runs a regular expression')
  assert.equal(findPathProblem("$['match(']"), null)
})

test('a path reads the commonest health documents', () => {
  const health = { status: 'UP', checks: [{ name: 'db', status: 'DOWN', data: { ms: 12 } }] }
  assert.deepEqual(selectNodes("$.checks[?@.name=='db'].status", health), ['DOWN'])
  assert.deepEqual(selectNodes('$..ms', health), [12])
  assert.deepEqual(selectNodes('$.checks[?length(@.name)==2 && count(@.*)>2].name', health), ['db'])
  assert.deepEqual(selectNodes("$.checks[?value(@..ms)==12 && @.status!='UP'].name", health), ['db'])
  assert.deepEqual(selectNodes('$.checks[-1].name', health), ['db'])
  assert.deepEqual(selectNodes('$.none.deeper', health), [])
  assert.deepEqual(selectNodes('$.constructor', health), [])
})

test('a path orders texts by characters, also above U+FFFF', () => {
  assert.deepEqual(selectNodes("$[?@ < '\u{1f600}']", ['\uffef', '\u{1f5ff}', '\u{1f601}', 'a', '']), [
    '\uffef',
    '\u{1f5ff}',
    'a',
    '',
  ])
  assert.deepEqual(selectNodes("$[?@ < 'ab']", ['a', 'ab', 'abc', 'aa']), ['a', 'aa'])
})

const toNested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const LONG = 'x'.repeat(100_000)

test('a path that visits too many nodes stops at once', () => {
  const wide = { items: Array.from({ length: 9_000 }, (_, id) => ({ id, name: LONG })) }
  const bombs: [path: string, document: unknown][] = [
    ['$.items[*].id', wide],
    ['$..[?@..a]', toNested(500)],
    ['$..*..*..*', toNested(500)],
    ['$[?@ == $[0]]', Array.from({ length: 200 }, () => toNested(300))],
    ['$.items[?length($.items[0].name) == 1]', wide],
    ['$.items[?$.items[0].name < @.name]', wide],
    [`$[${'0,'.repeat(200)}0][${'0,'.repeat(200)}0]`, [[1]]],
    [`$${'..[*,*]'.repeat(20)}`, toNested(40)],
  ]
  for (const [path, document] of bombs) {
    const startedAt = performance.now()
    assert.throws(() => selectNodes(path, document), JsonPathError, path)
    assert.ok(performance.now() - startedAt < 500, `${path.slice(0, 40)} takes ${performance.now() - startedAt} ms`)
  }
  assert.equal(selectNodes('$.*', Array(MAX_VISITED_NODES).fill(1)).length, MAX_VISITED_NODES)
  assert.throws(() => selectNodes('$.*', Array(MAX_VISITED_NODES + 1).fill(1)), /visits more than 10,000 nodes/)
})

test('the names of a long object are listed once', (t) => {
  const big = Object.fromEntries(Array.from({ length: 2_000 }, (_, id) => [`${id}a`, 1]))
  const list = Array.from({ length: 50 }, () => ({}))
  const keys = t.mock.method(Object, 'keys')
  for (const path of ['$.list[?$.big == @]', '$.list[?length($.big) == 1]', '$.big[?@ == 2]'])
    assert.deepEqual(selectNodes(path, { big, list }), [])
  assert.equal(keys.mock.calls.filter((call) => call.arguments[0] === big).length, 1)
})

test('the nesting of a JSON text is measured without its texts', () => {
  assert.equal(measureDepth('{"a": [1, {"b": "[[[["}]}'), 3)
  assert.equal(measureDepth('"\\"[[["'), 0)
  assert.equal(measureDepth('['.repeat(100_000)), 100_000)
  assert.equal(measureDepth('"open'), 0)
})
