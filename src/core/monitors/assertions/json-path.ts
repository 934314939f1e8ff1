/**
 * JSONPath (RFC 9535) without `match()` and `search()`, which run regular expressions of a user. The library only parses
 * paths: its own evaluation has no limit of its work, and a short path can visit a document thousands of times.
 */
import { JSONPathEnvironment, type JSONPathQuery, jsonpath, TokenKind } from 'json-p3'
import { BoundedMap, getOrCreate } from '../../platform/maps.ts'

/** Maximum nodes that one path may visit in a document. Long texts and objects count as several nodes. */
export const MAX_VISITED_NODES = 10_000

/** Maximum nesting of a document. */
export const MAX_JSON_DEPTH = 512

/** Characters of a text, or fields of an object, that cost as much as one node. */
const UNITS_PER_NODE = 128

/** A path that cannot be evaluated. Users see the message after "must be a path: " or after the path. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** Counts the visited nodes. */
class Visits {
  #left = MAX_VISITED_NODES

  take(nodes = 1): void {
    this.#left -= nodes
    if (this.#left < 0)
      throw new JsonPathError(`the path visits more than ${MAX_VISITED_NODES.toLocaleString('en')} nodes`)
  }

  takeLong(length: number): void {
    this.take(1 + Math.floor(length / UNITS_PER_NODE))
  }
}

interface Scope {
  root: unknown
  visits: Visits
}

/** Returns the nodes that a query selects from a node. */
type Query = (node: unknown, scope: Scope) => unknown[]
/** Adds the nodes that a part of a query selects from a node. Arrays of single nodes would take most of the time. */
type Select = (node: unknown, scope: Scope, found: unknown[]) => void
type Test = (node: unknown, scope: Scope) => boolean
type Read = (node: unknown, scope: Scope) => unknown

/** Result of an expression without a value. */
const NOTHING = Symbol('nothing')

type Segment = JSONPathQuery['segments'][number]
type Selector = Segment['selectors'][number]
type Expression = InstanceType<typeof jsonpath.expressions.FilterExpression>

const { selectors: S, expressions: X } = jsonpath

/** The strict dialect of the library, which is the RFC. */
const RFC_9535 = new JSONPathEnvironment({ strict: true })

const compiledPaths = new BoundedMap<string, Query>(1_000)

/**
 * Returns all nodes that a path selects from a document.
 *
 * @param document parsed JSON with a depth of at most `MAX_JSON_DEPTH`
 * @throws JsonPathError
 */
export const selectNodes = (path: string, document: unknown): unknown[] =>
  getOrCreate(compiledPaths, path, compilePath)(document, { root: document, visits: new Visits() })

/** Returns why a text is not a valid path; null when it is valid. */
export function findPathProblem(path: string): string | null {
  try {
    compilePath(path)
    return null
  } catch (error) {
    if (error instanceof JsonPathError) return error.message
    throw error
  }
}

function compilePath(path: string): Query {
  return compileQuery(parsePath(path).segments)
}

function parsePath(path: string): JSONPathQuery {
  try {
    return RFC_9535.compile(path)
  } catch (error) {
    throw new JsonPathError(error instanceof jsonpath.JSONPathError ? error.message : 'the path cannot be read')
  }
}

function compileQuery(segments: readonly Segment[]): Query {
  const steps = segments.map(compileSegment)
  return (node, scope) => {
    let nodes = [node]
    for (const step of steps) {
      const found: unknown[] = []
      for (const one of nodes) step(one, scope, found)
      nodes = found
    }
    return nodes
  }
}

function compileSegment(segment: Segment): Select {
  const selects = segment.selectors.map(compileSelector)
  const selectChildren: Select = (node, scope, found) => {
    for (const select of selects) select(node, scope, found)
  }
  return segment.token.kind === TokenKind.DDOT ? toDescent(selectChildren) : selectChildren
}

/** Applies a selection to a node and to all nodes below it. */
function toDescent(select: Select): Select {
  const descend: Select = (node, scope, found) => {
    scope.visits.take()
    select(node, scope, found)
    for (const child of listChildren(node, scope)) descend(child, scope, found)
  }
  return descend
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function listChildren(node: unknown, { visits }: Scope): unknown[] {
  if (!isObject(node)) {
    const items = Array.isArray(node) ? node : []
    visits.take(items.length)
    return items
  }
  const names = listNames(node)
  visits.take(names.length)
  return names.map((name) => node[name])
}

/** Names of the fields of long objects. Listing 90,000 names takes 100 ms, and a path may need them for each node. */
const keptNames = new WeakMap<object, string[]>()

function listNames(object: Record<string, unknown>): string[] {
  const kept = keptNames.get(object)
  if (kept) return kept
  const names = Object.keys(object)
  if (names.length > UNITS_PER_NODE) keptNames.set(object, names)
  return names
}

function compileSelector(selector: Selector): Select {
  if (selector instanceof S.NameSelector) return toNameSelect(selector.name)
  if (selector instanceof S.IndexSelector) return toIndexSelect(selector.index)
  if (selector instanceof S.SliceSelector) return toSliceSelect(selector)
  if (selector instanceof S.WildcardSelector)
    return (node, scope, found) => {
      for (const child of listChildren(node, scope)) found.push(child)
    }
  const holds = compileTest((selector as InstanceType<typeof S.FilterSelector>).expression)
  return (node, scope, found) => {
    for (const child of listChildren(node, scope)) if (holds(child, scope)) found.push(child)
  }
}

const toNameSelect =
  (name: string): Select =>
  (node, { visits }, found) => {
    visits.take()
    if (isObject(node) && Object.hasOwn(node, name)) found.push(node[name])
  }

const toIndexSelect =
  (index: number): Select =>
  (node, { visits }, found) => {
    visits.take()
    if (!Array.isArray(node)) return
    const at = index < 0 ? node.length + index : index
    if (at >= 0 && at < node.length) found.push(node[at])
  }

/** Source: RFC 9535, section 2.3.4.2.2 */
function toSliceSelect({ start, stop, step = 1 }: { start?: number; stop?: number; step?: number }): Select {
  const toBound = (given: number | undefined, fallback: number, length: number): number => {
    const at = given === undefined ? fallback : given < 0 ? given + length : given
    return step > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1)
  }
  return (node, { visits }, found) => {
    if (!Array.isArray(node) || step === 0) return
    const { length } = node
    const from = toBound(start, step > 0 ? 0 : length - 1, length)
    const to = stop === undefined && step < 0 ? -1 : toBound(stop, length, length)
    for (let at = from; step > 0 ? at < to : at > to; at += step) {
      visits.take()
      found.push(node[at])
    }
  }
}

/** Compiles an expression whose result is true or false. */
function compileTest(expression: Expression): Test {
  if (expression instanceof X.InfixExpression) return compileInfix(expression)
  if (expression instanceof X.PrefixExpression) {
    const holds = compileTest(expression.right)
    return (node, scope) => !holds(node, scope)
  }
  if (expression instanceof X.FilterQuery) {
    const select = compileFilterQuery(expression)
    return (node, scope) => select(node, scope).length > 0
  }
  if (expression instanceof X.FunctionExtension) throw toFunctionError(expression.name)
  return compileTest((expression as Expression & { expression: Expression }).expression)
}

const toFunctionError = (name: string): JsonPathError =>
  new JsonPathError(`${name}() is not supported: it runs a regular expression`)

function compileInfix({ operator, left, right }: InstanceType<typeof X.InfixExpression>): Test {
  if (operator === '&&' || operator === '||') {
    const [first, second] = [compileTest(left), compileTest(right)]
    return operator === '&&'
      ? (node, scope) => first(node, scope) && second(node, scope)
      : (node, scope) => first(node, scope) || second(node, scope)
  }
  const [readLeft, readRight] = [compileValue(left), compileValue(right)]
  return (node, scope) => compare(operator, readLeft(node, scope), readRight(node, scope), scope.visits)
}

function compileFilterQuery(query: InstanceType<typeof X.FilterQuery>): Query {
  const select = compileQuery(query.path.segments)
  return query instanceof X.RootQuery ? (_, scope) => select(scope.root, scope) : select
}

/** Compiles an expression whose result is a value or nothing. */
function compileValue(expression: Expression): Read {
  if (expression instanceof X.FilterQuery) {
    const select = compileFilterQuery(expression)
    return (node, scope) => toSingleValue(select(node, scope))
  }
  if (expression instanceof X.FunctionExtension) return compileFunction(expression)
  const value = expression instanceof X.NullLiteral ? null : (expression as Expression & { value: unknown }).value
  return () => value
}

const toSingleValue = (nodes: unknown[]): unknown => (nodes.length === 1 ? nodes[0] : NOTHING)

function compileFunction({ name, args: [argument] }: InstanceType<typeof X.FunctionExtension>): Read {
  if (name === 'length') {
    const read = compileValue(argument!)
    return (node, scope) => measureLength(read(node, scope), scope.visits)
  }
  if (name !== 'count' && name !== 'value') throw toFunctionError(name)
  const select = compileFilterQuery(argument as InstanceType<typeof X.FilterQuery>)
  return (node, scope) => {
    const nodes = select(node, scope)
    return name === 'count' ? nodes.length : toSingleValue(nodes)
  }
}

function measureLength(value: unknown, visits: Visits): unknown {
  if (typeof value === 'string') {
    visits.takeLong(value.length)
    return [...value].length
  }
  if (Array.isArray(value)) return value.length
  if (!isObject(value)) return NOTHING
  const { length } = listNames(value)
  visits.takeLong(length)
  return length
}

function compare(operator: string, left: unknown, right: unknown, visits: Visits): boolean {
  if (operator === '==') return isEqual(left, right, visits)
  if (operator === '!=') return !isEqual(left, right, visits)
  const [low, high] = operator.startsWith('<') ? [left, right] : [right, left]
  return isLess(low, high, visits) || (operator.endsWith('=') && isEqual(left, right, visits))
}

function isLess(low: unknown, high: unknown, visits: Visits): boolean {
  if (typeof low === 'number' && typeof high === 'number') return low < high
  if (typeof low !== 'string' || typeof high !== 'string') return false
  visits.takeLong(Math.min(low.length, high.length))
  return isTextLess(low, high)
}

/** Orders texts by characters. The operator `<` compares halves of the characters above U+FFFF. */
function isTextLess(low: string, high: string): boolean {
  let at = 0
  while (at < low.length && low[at] === high[at]) at++
  return (low.codePointAt(at) ?? -1) < (high.codePointAt(at) ?? -1)
}

function isEqual(left: unknown, right: unknown, visits: Visits): boolean {
  visits.takeLong(typeof left === 'string' ? left.length : 0)
  if (Array.isArray(left))
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index], visits))
    )
  if (!isObject(left)) return left === right
  if (!isObject(right)) return false
  const names = listNames(left)
  visits.takeLong(names.length)
  return (
    names.length === listNames(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name], visits))
  )
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/** Returns the nesting of a JSON text; a text that is not JSON has some number. */
export function measureDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = findTextEnd(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return deepest
}

/** Returns the offset of the closing quotes. */
function findTextEnd(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    if (code === BACKSLASH) at++
  }
  return at
}
