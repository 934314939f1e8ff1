/**
 * Finds the test files of a run and divides them into processes. Files below `test/e2e` start the program, so they are
 * slow.
 *
 * A comment line marks other files, with the reason:
 *
 *     // @slow: 100,000 incidents on both databases    not part of the fast lane
 *     // @alone: takes the timers of its process       shares its process with no other file
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

export const LANES = ['fast', 'slow', 'all'] as const
export type Lane = (typeof LANES)[number]

export interface TestFile {
  /** Path relative to the root of the checkout. */
  path: string
  isSlow: boolean
  isAlone: boolean
}

/** Test files of one process, with a display name. */
export interface Batch {
  name: string
  files: readonly TestFile[]
}

export const ROOT = join(import.meta.dirname, '..')

/** More files load faster per file, but the last batch of a run keeps one core busy while the other cores are idle. */
const FILES_PER_BATCH = 32
const SLOW_FILES_PER_BATCH = 5

/** @param paths files and folders, relative to the working directory */
export function findTestFiles(paths: readonly string[], lane: Lane): TestFile[] {
  const found = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? globSync('**/*.test.ts', { cwd: path, exclude: ['node_modules'] }).map((file) => join(path, file))
      : [path],
  )
  const files = [...new Set(found.map((path) => relative(ROOT, path)))].sort().map(readTestFile)
  return lane === 'all' ? files : files.filter(({ isSlow }) => isSlow === (lane === 'slow'))
}

function readTestFile(path: string): TestFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return {
    path,
    isSlow: path.startsWith('test/e2e/') || /^\/\/ @slow: \S/m.test(text),
    isAlone: /^\/\/ @alone: \S/m.test(text),
  }
}

/** Creates batches with slow files first, because they end last. */
export function createBatches(files: readonly TestFile[]): Batch[] {
  const alone = files.filter(({ isAlone }) => isAlone)
  const shared = files.filter(({ isAlone }) => !isAlone)
  return [
    ...alone.filter(({ isSlow }) => isSlow).map(toBatch),
    ...shareProcesses(
      shared.filter(({ isSlow }) => isSlow),
      SLOW_FILES_PER_BATCH,
    ),
    ...shareProcesses(
      shared.filter(({ isSlow }) => !isSlow),
      FILES_PER_BATCH,
    ),
    ...alone.filter(({ isSlow }) => !isSlow).map(toBatch),
  ]
}

const shareProcesses = (files: readonly TestFile[], most: number): Batch[] =>
  [...Map.groupBy(files, getFloor)].flatMap(([floor, all]) =>
    splitEvenly(all, most).map((part) => ({ name: floor, files: part })),
  )

const toBatch = (file: TestFile): Batch => ({ name: getFloor(file), files: [file] })

/** Files of the same floor load the same modules. */
const getFloor = ({ path }: TestFile): string => path.split('/')[1]!.replace('.test.ts', '')

/** Splits items into parts of nearly equal size. */
function splitEvenly<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most)
  const startOf = (part: number): number => Math.round((part * items.length) / count)
  return Array.from({ length: count }, (_, part) => items.slice(startOf(part), startOf(part + 1)))
}
