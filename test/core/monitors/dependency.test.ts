import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findDependencyIssues as compareDependencies,
  type Dependencies,
  type DependencyLink,
  describeDependencyIssue,
  groupByMonitor,
  groupByParent,
  listAncestors,
} from '../../../src/core/monitors/dependency.ts'

/** `1>2 2>3`: the first monitor of each pair depends on the second. */
const links = (text: string): DependencyLink[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [monitorKey, parentKey] = word.split('>').map(Number) as [number, number]
      return { monitorKey, parentKey }
    })

const toLinks = (dependencies: Iterable<readonly [number, readonly number[]]>): DependencyLink[] =>
  [...dependencies].flatMap(([monitorKey, parents]) => parents.map((parentKey) => ({ monitorKey, parentKey })))

/** Runs the comparison to its end, and counts its turns. */
function compare(...given: Parameters<typeof compareDependencies>) {
  const work = compareDependencies(...given)
  for (let turns = 1; ; turns++) {
    const { done, value } = work.next()
    if (done) return { issues: value, turns }
  }
}

const findDependencyIssues = (...given: Parameters<typeof compareDependencies>) => compare(...given).issues

/** Counts how often the dependencies of a monitor are read. */
function countReads(dependencies: Map<number, readonly number[]>): { counted: Dependencies; reads: () => number } {
  let count = 0
  const toCounted = (parents: readonly number[]): readonly number[] =>
    new Proxy(parents, {
      get: (list, name) => {
        if (name === Symbol.iterator) count++
        return Reflect.get(list, name)
      },
    })
  return { counted: new Map([...dependencies].map(([key, parents]) => [key, toCounted(parents)])), reads: () => count }
}

test('dependencies are listed the nearest first, each once, by whichever path', () => {
  const dependencies = groupByMonitor(links('1>2 1>3 2>4 3>4 4>5 3>5 9>1'))
  assert.deepEqual(listAncestors(1, dependencies), [2, 3, 4, 5])
  assert.deepEqual(listAncestors(5, dependencies), [])
})

test('dependents are listed by the same links in the opposite direction', () => {
  assert.deepEqual(listAncestors(4, groupByParent(links('1>2 2>4 3>4'))), [2, 3, 1])
})

const FAULTS: [what: string, above: string, below: string, expected: string | null][] = [
  ['no monitor', '', '', null],
  ['itself', '1>1', '', 'would create a cycle: "m1" -> "m1"'],
  ['a monitor that depends on it', '1>2 2>1', '2>1', 'would create a cycle: "m1" -> "m2" -> "m1"'],
  [
    'a monitor that depends on it indirectly',
    '1>4 1>2 2>3 3>1 4>5',
    '3>1 2>3',
    'would create a cycle: "m1" -> "m2" -> "m3" -> "m1"',
  ],
  ['one monitor by two paths', '1>2 1>3 2>4 3>4', '', null],
  [
    'a monitor by several paths, the longest of which is too long',
    '1>5 1>2 2>3 3>4 4>5 5>6 6>7',
    '',
    'would create a chain of 6 dependencies; at most 5 are allowed: "m1" -> "m2" -> "m3" -> "m4" -> "m5" -> "m6" -> "m7"',
  ],
  ['the last of a chain of five', '1>2 2>3 3>4 4>5 5>6', '', null],
  [
    'the last of a chain of six',
    '1>2 2>3 3>4 4>5 5>6 6>7',
    '',
    'would create a chain of 6 dependencies; at most 5 are allowed: "m1" -> "m2" -> "m3" -> "m4" -> "m5" -> "m6" -> "m7"',
  ],
  ['a chain whose total length is allowed', '1>2 2>3', '8>1 9>8 10>9', null],
  [
    'a chain that makes its dependents exceed the length',
    '1>2 2>3 3>4',
    '8>1 9>8 10>9',
    'would create a chain of 6 dependencies; at most 5 are allowed: "m10" -> "m9" -> "m8" -> "m1" -> "m2" -> "m3" -> "m4"',
  ],
]

for (const [what, above, below, expected] of FAULTS)
  test(`a monitor that depends on ${what} is ${expected ? 'refused with a message' : 'allowed'}`, () => {
    const [own, others] = [links(above), links(below)].map((list) => groupByMonitor(list))
    const planned = new Map([[1, own!.get(1) ?? []]])
    const issue = findDependencyIssues(toLinks([...own!, ...others!].filter(([key]) => key !== 1)), planned).get(1)
    assert.equal(issue ? describeDependencyIssue(issue, (key) => `m${key}`) : null, expected)
  })

test('twenty dependencies on each of five levels are visited once each', () => {
  const key = (level: number, index: number) => level * 20 + index
  const wide: DependencyLink[] = []
  for (let level = 0; level < 5; level++)
    for (let from = 0; from < 20; from++)
      for (let to = 0; to < 20; to++) wide.push({ monitorKey: key(level, from), parentKey: key(level + 1, to) })
  const { counted, reads } = countReads(new Map(groupByMonitor(wide)))
  assert.equal(findDependencyIssues([], counted).size, 0)
  assert.ok(reads() <= 3 * counted.size, `${reads()} reads of ${counted.size} lists`)
  assert.equal(listAncestors(0, groupByMonitor(wide)).length, 100)
})

const refusedOf = (current: string, planned: string): number[] => [
  ...findDependencyIssues(
    links(current),
    new Map(
      [...Map.groupBy(planned.split(' '), (word) => Number(word.split('>')[0]))].map(([key, words]) => [
        key,
        links(words.filter((word) => !word.endsWith('>')).join(' ')).map(({ parentKey }) => parentKey),
      ]),
    ),
  ).keys(),
]

test('dependencies that are allowed together are accepted in any order', () => {
  assert.deepEqual(refusedOf('1>2', '2>1 1>'), [])
  assert.deepEqual(refusedOf('1>2', '1> 2>1'), [])
  assert.deepEqual(refusedOf('1>6 2>6 3>6 6>7 7>8 8>9 9>10', '1>2 2>3 3>'), [])
})

test('among dependencies that are not allowed together, only the later monitor is refused', () => {
  assert.deepEqual(refusedOf('', '1>2 2>1'), [2])
  assert.deepEqual(refusedOf('', '1>1 2>1 3>1'), [1])
  assert.deepEqual(refusedOf('', '1>2 2>3 3>4 4>5 5>6 6>7'), [6])
  assert.deepEqual(refusedOf('3>1', '1>3 2>1'), [1])
})

test('a refused monitor keeps its dependencies, which count for the monitors after it', () => {
  assert.deepEqual(refusedOf('1>2 2>3', '1>1 3>1'), [1, 3])
})

const CHAIN = 10_000

test('a chain of thousands of new dependencies is read a bounded number of times', () => {
  const chain = new Map(Array.from({ length: CHAIN }, (_, key) => [key, [key + 1]]))
  const { counted, reads } = countReads(chain)
  const { issues, turns } = compare([], counted)
  assert.ok(turns > 20 && reads() / turns < 10_000, `${reads()} reads in ${turns} turns`)
  assert.deepEqual([...issues.keys()].slice(0, 3), [5, 11, 17])
  assert.equal(issues.size, Math.floor((CHAIN + 1) / 6))
  assert.ok([...issues.values()].every(({ keys }) => keys.length === 7))
  assert.ok(reads() <= 10 * Math.log2(CHAIN) * CHAIN, `${reads()} reads`)
})

test('thousands of dependencies on one monitor change together', () => {
  const current = Array.from({ length: CHAIN }, (_, index) => ({ monitorKey: index + 1, parentKey: 0 }))
  const planned = new Map(current.map(({ monitorKey }) => [monitorKey, monitorKey === 1 ? [1] : [CHAIN + 1]]))
  assert.deepEqual([...findDependencyIssues(current, planned).keys()], [1])
})

test('dependencies beyond the bound of work are refused without a comparison', () => {
  // Five layers, each monitor of which depends on 20 of the next, and many monitors that depend on the first layer twice
  const [width, refused] = [200, 1_000]
  const layers = Array.from({ length: 5 * width }, (_, key) => [
    key,
    Array.from({ length: 20 }, (_, step) => (Math.floor(key / width) + 1) * width + ((key + step * 97) % width)),
  ]) as [number, number[]][]
  const planned = Array.from({ length: refused }, (_, index) => {
    const key = 100_000 + index
    return [key, [...Array.from({ length: 19 }, (_, step) => width + ((index + step * 101) % width)), key]]
  }) as [number, number[]][]
  const issues = findDependencyIssues(toLinks(layers), new Map(planned))
  assert.equal(issues.size, refused)
  const last = issues.get(100_000 + refused - 1)!
  assert.equal(last.kind, 'unchecked')
  assert.equal(
    describeDependencyIssue(last, String),
    'was not checked, because too many other dependencies are refused; correct them first',
  )
})
