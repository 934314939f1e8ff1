/**
 * A second implementation of JSONPath for tests: it tries a path on every node of a document. Nothing is parsed, because
 * a path is created as data, and then formatted. Source: RFC 9535
 */

/** A JSON value. Objects are maps, so that no name is special. */
export type Value = null | boolean | number | string | Value[] | Map<string, Value>

export type Path = { isDescendant: boolean; selectors: Selector[] }[]

export type Selector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'all' }
  | { kind: 'slice'; start: number | undefined; stop: number | undefined; step: number | undefined }
  | { kind: 'filter'; filter: Filter }

export interface Query {
  isRoot: boolean
  path: Path
}

export type Filter =
  | { kind: 'exists'; query: Query }
  | { kind: 'compare'; operator: '==' | '!=' | '<' | '<=' | '>' | '>='; left: Operand; right: Operand }
  | { kind: 'not'; inner: Filter }
  | { kind: 'and' | 'or'; parts: [Filter, Filter] }

export type Operand =
  | { kind: 'literal'; value: null | boolean | number | string }
  /** The value of a query that selects at most one node, or the result of a function. */
  | { kind: 'single' | 'length' | 'count' | 'value'; query: Query }

/** Keys on the way from the root to a node. */
type Location = readonly (string | number)[]

interface Node {
  location: Location
  value: Value
}

const listChildren = (value: Value): [key: string | number, child: Value][] =>
  Array.isArray(value) ? [...value.entries()] : value instanceof Map ? [...value] : []

/** Lists a value and everything below it. */
export const listNodes = (value: Value, location: Location = []): Node[] => [
  { location, value },
  ...listChildren(value).flatMap(([key, child]) => listNodes(child, [...location, key])),
]

/** Returns how often a path selects a node. */
export function countWays(path: Path, { location }: Pick<Node, 'location'>, top: Value, root = top): number {
  const [segment, ...rest] = path
  if (!segment) return location.length === 0 ? 1 : 0
  let ways = 0
  const [key, ...below] = location
  if (key === undefined) return 0
  const child = listChildren(top).find(([other]) => other === key)![1]
  if (segment.isDescendant) ways += countWays(path, { location: below }, child, root)
  for (const selector of segment.selectors)
    if (isSelected(selector, key, { parent: top, child, root }))
      ways += countWays(rest, { location: below }, child, root)
  return ways
}

interface Family {
  parent: Value
  child: Value
  root: Value
}

function isSelected(selector: Selector, key: string | number, { parent, child, root }: Family): boolean {
  if (selector.kind === 'all') return true
  if (selector.kind === 'filter') return isMet(selector.filter, child, root)
  if (selector.kind === 'name') return key === selector.name
  if (!Array.isArray(parent) || typeof key !== 'number') return false
  const { length } = parent
  const fromEnd = (at: number): number => (at < 0 ? length + at : at)
  if (selector.kind === 'index') return key === fromEnd(selector.index)
  const { step = 1, start = step > 0 ? 0 : length - 1, stop = step > 0 ? length : -length - 1 } = selector
  if (step === 0) return false
  const [low, high] = step > 0 ? [fromEnd(start), fromEnd(stop) - 1] : [fromEnd(stop) + 1, fromEnd(start)]
  if (key < low || key > high) return false
  // The first index is moved into the list before it is counted from
  const first = step > 0 ? Math.max(0, low) : Math.min(length - 1, high)
  return (key - first) % step === 0
}

function isMet(filter: Filter, node: Value, root: Value): boolean {
  switch (filter.kind) {
    case 'exists':
      return select(filter.query, node, root).length > 0
    case 'not':
      return !isMet(filter.inner, node, root)
    case 'and':
      return filter.parts.every((part) => isMet(part, node, root))
    case 'or':
      return filter.parts.some((part) => isMet(part, node, root))
    case 'compare': {
      const order = compare(read(filter.left, node, root), read(filter.right, node, root))
      return { '==': '=', '!=': '<>?', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }[filter.operator].includes(order)
    }
  }
}

const select = ({ isRoot, path }: Query, node: Value, root: Value): Value[] => {
  const top = isRoot ? root : node
  return listNodes(top).flatMap((one) => Array<Value>(countWays(path, one, top, root)).fill(one.value))
}

/** Returns undefined for "nothing". */
function read(operand: Operand, node: Value, root: Value): Value | undefined {
  if (operand.kind === 'literal') return operand.value
  const found = select(operand.query, node, root)
  if (operand.kind === 'count') return found.length
  const single = found.length === 1 ? found[0] : undefined
  if (operand.kind !== 'length') return single
  if (typeof single === 'string') return [...single].length
  return Array.isArray(single) ? single.length : single instanceof Map ? single.size : undefined
}

/** Returns the order of two values; `?` for values that differ and have no order. */
function compare(left: Value | undefined, right: Value | undefined): '<' | '=' | '>' | '?' {
  if (left === right || toCanonical(left) === toCanonical(right)) return '='
  if (typeof left === 'number' && typeof right === 'number') return left < right ? '<' : '>'
  if (typeof left !== 'string' || typeof right !== 'string') return '?'
  const [first, second] = [left, right].map((text) => [...text].map((character) => character.codePointAt(0)!))
  const at = first!.findIndex((code, index) => code !== second![index])
  return at === -1 || first![at]! < (second![at] ?? -1) ? '<' : '>'
}

/** Returns a text that equal values have in common. */
export function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join()}]`
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value === 0 ? 0 : value)
  const fields = value instanceof Map ? [...value] : Object.entries(value)
  const texts = fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonical(field)}`)
  return `{${texts.sort().join()}}`
}

export const formatPath = (path: Path, start = '$'): string =>
  start + path.map((one) => `${one.isDescendant ? '..' : ''}[${one.selectors.map(formatSelector).join(', ')}]`).join('')

function formatSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'name':
      return JSON.stringify(selector.name)
    case 'index':
      return String(selector.index)
    case 'all':
      return '*'
    case 'slice':
      return [selector.start, selector.stop, selector.step].map((bound) => bound ?? '').join(':')
    case 'filter':
      return `?${formatFilter(selector.filter)}`
  }
}

function formatFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'exists':
      return formatQuery(filter.query)
    case 'not':
      return `!(${formatFilter(filter.inner)})`
    case 'and':
    case 'or':
      return filter.parts.map((part) => `(${formatFilter(part)})`).join(filter.kind === 'and' ? ' && ' : ' || ')
    case 'compare':
      return `${formatOperand(filter.left)} ${filter.operator} ${formatOperand(filter.right)}`
  }
}

const formatQuery = ({ isRoot, path }: Query): string => formatPath(path, isRoot ? '$' : '@')

function formatOperand(operand: Operand): string {
  if (operand.kind === 'literal') return JSON.stringify(operand.value)
  return operand.kind === 'single' ? formatQuery(operand.query) : `${operand.kind}(${formatQuery(operand.query)})`
}
