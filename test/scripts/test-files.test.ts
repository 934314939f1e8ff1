import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatches, findTestFiles, type TestFile } from '../../scripts/test-files.ts'

const filesOf = (floor: string, count: number, over: Partial<TestFile> = {}): TestFile[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `test/${floor}/area/${over.isAlone ? 'alone' : over.isSlow ? 'slow' : 'file'}-${index}.test.ts`,
    isSlow: false,
    isAlone: false,
    ...over,
  }))

test('every file is in exactly one batch, and files of a floor share batches of at most 32', () => {
  const files = [...filesOf('core', 66), ...filesOf('store', 3)]
  const batches = createBatches(files)
  assert.deepEqual(
    batches.map(({ name, files }) => [name, files.length]),
    [
      ['core', 22],
      ['core', 22],
      ['core', 22],
      ['store', 3],
    ],
  )
  assert.deepEqual(
    batches.flatMap(({ files }) => files),
    files,
  )
})

test('slow files come first in smaller batches, and marked files share their process with no other file', () => {
  const files = [
    ...filesOf('core', 2),
    ...filesOf('core', 1, { isAlone: true }),
    ...filesOf('store', 6, { isSlow: true }),
    ...filesOf('store', 1, { isSlow: true, isAlone: true }),
  ]
  assert.deepEqual(
    createBatches(files).map(({ name, files }) => [name, files.length]),
    [
      ['store', 1],
      ['store', 3],
      ['store', 3],
      ['core', 2],
      ['core', 1],
    ],
  )
})

test('the fast lane and the slow lane together contain every file once', () => {
  const pathsOf = (lane: 'fast' | 'slow' | 'all') => findTestFiles(['test'], lane).map(({ path }) => path)
  assert.deepEqual([...pathsOf('fast'), ...pathsOf('slow')].sort(), pathsOf('all'))
  assert.ok(pathsOf('slow').includes('test/e2e/faults/crash.test.ts'))
  assert.ok(pathsOf('fast').includes('test/scripts/test-files.test.ts'))
})
