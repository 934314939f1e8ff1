import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assertion } from '../../../src/core/monitors/assertions/assertion.ts'
import { findPathProblem, MAX_JSON_DEPTH, selectNodes } from '../../../src/core/monitors/assertions/json-path.ts'
import { judgeAssertions } from '../../../src/core/monitors/assertions/judge-assertions.ts'
import { decodeText } from '../../../src/net/http/decode-body.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'
import {
  countWays,
  type Filter,
  formatPath,
  listNodes,
  type Operand,
  type Path,
  type Query,
  type Selector,
  toCanonical,
  type Value,
} from './path-model.ts'

const NAMES = [
  'a',
  'b',
  'status',
  '',
  '1',
  '0',
  '__proto__',
  'constructor',
  'it\'s "b\\',
  'ü\u2028',
  '\u{1f600}',
  '\uffef',
]
const TEXTS = [...NAMES, 'UP', 'NaN', '10', '1.0', 'true', 'null', ' x ']
const NUMBERS = ['0', '-0', '1', '1.0', '1E1', '10', '0.1', '-2.5', '1e999', '-1e999', '9007199254740993']
const WORDS = [null, true, false]

/** A JSON text and the value that it describes. */
interface Document {
  text: string
  value: Value
}

function createDocument(dice: Dice, depth: number): Document {
  const kind = depth === 0 ? dice.between(0, 2) : dice.between(0, 6)
  if (kind === 0) return toDocument(dice.one(WORDS))
  if (kind === 1) return toDocument(dice.one(TEXTS))
  if (kind === 2) {
    const text = dice.one(NUMBERS)
    return { text, value: Number(text) }
  }
  const items = Array.from({ length: dice.between(0, 4) }, () => createDocument(dice, depth - 1))
  const space = () => dice.one(['', '', ' ', '\n\t'])
  const join = (parts: string[]) => parts.map((part) => `${space()}${part}${space()}`).join(',')
  if (kind <= 4) return { text: `[${join(items.map(({ text }) => text))}]`, value: items.map(({ value }) => value) }
  // Some names are drawn twice: the last value counts
  const fields = items.map((item) => ({ name: dice.one(NAMES), ...item }))
  const text = join(fields.map((field) => `${JSON.stringify(field.name)}${space()}:${space()}${field.text}`))
  return { text: `{${text}}`, value: new Map(fields.map(({ name, value }) => [name, value])) }
}

const toDocument = (value: string | boolean | null): Document => ({ text: JSON.stringify(value), value })

function createPath(dice: Dice, filterDepth = 2): Path {
  return Array.from({ length: dice.between(0, 3) }, () => ({
    isDescendant: dice.happens(0.25),
    selectors: Array.from({ length: dice.happens(0.2) ? 2 : 1 }, () => createSelector(dice, filterDepth)),
  }))
}

function createSelector(dice: Dice, filterDepth: number): Selector {
  const bound = () => (dice.happens(0.4) ? undefined : dice.between(-5, 5))
  const kinds: (() => Selector)[] = [
    () => ({ kind: 'name', name: dice.one(NAMES) }),
    () => ({ kind: 'index', index: dice.between(-5, 5) }),
    () => ({ kind: 'all' }),
    () => ({ kind: 'slice', start: bound(), stop: bound(), step: dice.one([undefined, 1, 2, -1, -2, 0]) }),
    () => ({ kind: 'filter', filter: createFilter(dice, filterDepth) }),
  ]
  return dice.one(filterDepth === 0 ? kinds.slice(0, 4) : kinds)()
}

function createFilter(dice: Dice, depth: number): Filter {
  const inner = () => createFilter(dice, depth - 1)
  const kinds: (() => Filter)[] = [
    () => ({ kind: 'exists', query: createQuery(dice, depth) }),
    () => ({
      kind: 'compare',
      operator: dice.one(['==', '!=', '<', '<=', '>', '>='] as const),
      left: createOperand(dice, depth),
      right: createOperand(dice, depth),
    }),
    () => ({ kind: 'not', inner: inner() }),
    () => ({ kind: 'and', parts: [inner(), inner()] }),
    () => ({ kind: 'or', parts: [inner(), inner()] }),
  ]
  return dice.one(depth === 0 ? kinds.slice(0, 2) : kinds)()
}

const createQuery = (dice: Dice, depth: number) => ({
  isRoot: dice.happens(0.2),
  path: createPath(dice, Math.max(0, depth - 1)).slice(0, 2),
})

function createOperand(dice: Dice, depth: number): Operand {
  const literals: Operand[] = [...WORDS, ...TEXTS, 0, 1, 10, -2.5].map((value) => ({ kind: 'literal', value }))
  const kinds: (() => Operand)[] = [
    () => dice.one(literals),
    () => ({ kind: 'single', query: createSingleQuery(dice) }),
    () => ({ kind: 'length', query: createSingleQuery(dice) }),
    () => ({ kind: dice.one(['count', 'value'] as const), query: createQuery(dice, depth) }),
  ]
  return dice.one(kinds)()
}

/** A query that selects at most one node. */
const createSingleQuery = (dice: Dice): Query => ({
  isRoot: dice.happens(0.2),
  path: Array.from({ length: dice.between(0, 2) }, () => ({
    isDescendant: false,
    selectors: [
      dice.happens(0.6)
        ? { kind: 'name', name: dice.one(NAMES) }
        : ({ kind: 'index', index: dice.between(-3, 3) } as const),
    ],
  })),
})

const selectByModel = (path: Path, { value }: Document): Value[] =>
  listNodes(value).flatMap((node) => Array<Value>(countWays(path, node, value)).fill(node.value))

const toSorted = (values: readonly unknown[]): string[] => values.map(toCanonical).sort()

property('a path selects the same nodes as a model that tries it on every node', 300, (dice) => {
  const document = createDocument(dice, 3)
  const path = createPath(dice)
  const text = formatPath(path)
  const problem = findPathProblem(text)
  // The parser refuses a valid path when an argument of a function contains a filter and a selector after it
  if (problem !== null && /(?:count|value)\(.*\?.*,/s.test(text)) return
  assert.equal(problem, null, text)
  assert.deepEqual(
    toSorted(selectNodes(text, JSON.parse(document.text))),
    toSorted(selectByModel(path, document)),
    `${text} of ${document.text}`,
  )
})

/** Comparisons with one value. */
const COMPARISONS = ['equals', 'not_equals', 'contains', 'not_contains', 'greater', 'less'] as const

/** Returns the problem of one assertion about a JSON body, or null. */
const judge = (draft: Omit<Assertion, 'source'>, text: string): string | null =>
  judgeAssertions([{ source: 'json', ...draft }], {
    text,
    bodyBytes: text.length,
    durationMs: 0,
    findHeader: () => null,
    hide: (value) => value,
  })[0]!.problem

/** A second implementation of the comparisons of single values, from the documented rules. */
function holds(seen: unknown, comparison: string, value: string | number | boolean): boolean {
  const number = (one: unknown): number => (typeof one === 'number' ? one : Number.parseFloat(String(one)))
  const isNumber = (one: unknown): boolean => typeof one === 'number' || /^-?\d+(\.\d+)?$/.test(String(one))
  const isScalar = typeof seen !== 'object' || seen === null
  const same = (a: unknown): boolean =>
    typeof a === 'number' && isNumber(value)
      ? a === number(value)
      : (typeof a !== 'object' || a === null) && `${a}` === `${value}`
  const part = Array.isArray(seen) ? seen.some(same) : isScalar && `${seen}`.indexOf(`${value}`) >= 0
  const both = isScalar && isNumber(seen) && isNumber(value)
  return {
    equals: same(seen),
    not_equals: !same(seen),
    contains: part,
    not_contains: !part,
    greater: both && number(seen) > number(value),
    less: both && number(seen) < number(value),
  }[comparison]!
}

test('comparisons agree with a naive model on random values', () => {
  const values = [0, 1, -1, 2.5, '1', '1.0', '2.5', 'UP', 'u', '', 'true', 'null', true, false]
  const seen = [...values, null, [1, 'UP'], [], { a: 1 }, '12', 100]
  for (const one of seen)
    for (const value of values)
      for (const comparison of COMPARISONS)
        assert.equal(
          judge({ path: '$.a', comparison, value }, JSON.stringify({ a: one })) === null,
          holds(one, comparison, value),
          `${JSON.stringify(one)} ${comparison} ${JSON.stringify(value)}`,
        )
})

/** Bodies that no assertion can read, with the reason. */
const UNREADABLE: [reason: string, create: (text: string) => string][] = [
  ['the body is not JSON', (text) => `[${text}, NaN]`],
  ['the body is not JSON', (text) => `[${text}, -Infinity]`],
  ['the body is not JSON', (text) => `[${text},]`],
  ['the body is not JSON', (text) => `{'a': ${text}}`],
  ['the body is not JSON', (text) => `${text} ${text}`],
  ['the body is not JSON', (text) => `[${text}`],
  ['the body is not JSON', (text) => `<html>${text}`],
  ['the body is empty', () => ' \n'],
  [`the JSON has more than ${MAX_JSON_DEPTH} levels`, (text) => toNested(MAX_JSON_DEPTH, `[${text}]`)],
  [`the JSON has more than ${MAX_JSON_DEPTH} levels`, () => '['.repeat(100_000)],
  ['the body has more than 1 MiB', (text) => text.padEnd(1024 * 1024 + 1)],
  ['the body has more than 1 MiB', (text) => `[${text}, "${'x'.repeat(10_000_000)}"]`],
]

const toNested = (levels: number, text: string): string => `${'['.repeat(levels)}${text}${']'.repeat(levels)}`

function createAssertion(dice: Dice, path: string): Omit<Assertion, 'source'> {
  const value = () => dice.one([...TEXTS.filter((text) => text !== ''), 0, 1, 10, -2.5, 1e300, true, false])
  const comparison = dice.one([...COMPARISONS, 'one_of', 'exists', 'not_exists'] as const)
  if (comparison === 'one_of') return { path, comparison, values: [value(), value()] }
  if (comparison === 'exists' || comparison === 'not_exists') return { path, comparison }
  const isOrder = comparison === 'greater' || comparison === 'less'
  return { path, comparison, value: isOrder ? dice.one(['10', 0, 1, -2.5, 1e300]) : value() }
}

function isMetByAll(seen: readonly Value[], { comparison, value = '', values = [] }: Omit<Assertion, 'source'>) {
  if (comparison === 'not_exists') return seen.length === 0
  if (seen.length === 0 || comparison === 'exists') return seen.length > 0
  if (comparison === 'one_of') return seen.every((one) => values.some((other) => holds(one, 'equals', other)))
  return seen.every((one) => holds(one, comparison, value))
}

property('an assertion about a JSON body agrees with the model', 200, (dice) => {
  const document = createDocument(dice, 3)
  const path = createPath(dice, 1)
  const assertion = createAssertion(dice, formatPath(path))
  const [reason, spoil] = dice.happens(0.2) ? dice.one(UNREADABLE) : [null, (text: string) => text]
  const mark = dice.happens(0.3) ? '\ufeff' : ''
  const type = dice.one(['application/json', 'text/html', 'text/plain; charset=utf-8', undefined])
  const problem = judge(assertion, decodeText(Buffer.from(mark + spoil(document.text)), type))
  const described = `${JSON.stringify(assertion)} on ${document.text}: ${problem}`
  if (reason !== null) assert.ok(problem!.includes(` cannot be read: ${reason}`), described)
  else assert.equal(problem === null, isMetByAll(selectByModel(path, document), assertion), described)
})
