import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DependencyLink,
  describeDependencyIssue,
  findDependencyIssue,
  findDependencyIssues,
  findLongestChain,
  groupByMonitor,
  groupByParent,
  listAncestors,
} from '../../../src/core/monitors/dependency.ts'
import { measureCpuTimeMs } from '../../support/time/cpu-time.ts'

/** `1>2 2>3`: the first monitor of each pair depends on the second. */
const links = (text: string): DependencyLink[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [monitorKey, parentKey] = word.split('>').map(Number) as [number, number]
      return { monitorKey, parentKey }
    })

test('dependencies are listed the nearest first, each once, by whichever path', () => {
  const dependencies = groupByMonitor(links('1>2 1>3 2>4 3>4 4>5 3>5 9>1'))
  assert.deepEqual(listAncestors(1, dependencies), [2, 3, 4, 5])
  assert.deepEqual(listAncestors(5, dependencies), [])
})

test('dependents are listed by the same links in the opposite direction', () => {
  assert.deepEqual(listAncestors(4, groupByParent(links('1>2 2>4 3>4'))), [2, 3, 1])
})

test('the longest of several chains counts', () => {
  assert.deepEqual(findLongestChain(1, groupByMonitor(links('1>5 1>2 2>3 3>5'))), [1, 2, 3, 5])
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
    const fault = findDependencyIssue(1, groupByMonitor(links(above)), groupByParent(links(below)))
    assert.equal(fault && describeDependencyIssue(fault, (key) => `m${key}`), expected)
  })

test('twenty dependencies on each of five levels are visited once each', () => {
  const key = (level: number, index: number) => level * 20 + index
  const wide: DependencyLink[] = []
  for (let level = 0; level < 5; level++)
    for (let from = 0; from < 20; from++)
      for (let to = 0; to < 20; to++) wide.push({ monitorKey: key(level, from), parentKey: key(level + 1, to) })
  const ms = measureCpuTimeMs(() => {
    assert.equal(findDependencyIssue(0, groupByMonitor(wide), new Map()), null)
    assert.equal(listAncestors(0, groupByMonitor(wide)).length, 100)
  })
  assert.ok(ms < 1_000, `${ms} ms`)
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

test('a thousand monitors with twenty dependencies each are compared in a moment', () => {
  const planned = new Map(
    Array.from({ length: 1_000 }, (_, index) => [
      index,
      Array.from({ length: 20 }, (_, step) => (index % 200) + 200 + step),
    ]),
  )
  const ms = measureCpuTimeMs(() => assert.ok(findDependencyIssues([], planned).size > 0))
  assert.ok(ms < 2_000, `${ms} ms`)
})
