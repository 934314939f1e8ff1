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
const FILES_PER_BATCH = 16

/** @param paths files and folders, relative to the working directory */
export function findTestFiles(paths: readonly string[], lane: Lane): TestFile[] {
  const found = paths.flatMap((path) =>
    statSync(path).isDirectory() ? globSync('**/*.test.ts', { cwd: path }).map((file) => join(path, file)) : [path],
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

/**
 * Creates batches with slow files first, because they end last. A slow file gets its own process, so that it starts
 * immediately.
 */
export function createBatches(files: readonly TestFile[]): Batch[] {
  const slow = files.filter(({ isSlow }) => isSlow)
  const alone = files.filter(({ isSlow, isAlone }) => isAlone && !isSlow)
  const floors = Map.groupBy(
    files.filter(({ isSlow, isAlone }) => !isSlow && !isAlone),
    getFloor,
  )
  return [
    ...slow.map(toBatch),
    ...[...floors].flatMap(([floor, all]) => splitEvenly(all).map((files) => ({ name: floor, files }))),
    ...alone.map(toBatch),
  ]
}

const toBatch = (file: TestFile): Batch => ({ name: getFloor(file), files: [file] })

/** Files of the same floor load the same modules. */
const getFloor = ({ path }: TestFile): string => path.split('/')[1]!.replace('.test.ts', '')

/** Splits items into parts of nearly equal size. */
function splitEvenly<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / FILES_PER_BATCH)
  const startOf = (part: number): number => Math.round((part * items.length) / count)
  return Array.from({ length: count }, (_, part) => items.slice(startOf(part), startOf(part + 1)))
}
