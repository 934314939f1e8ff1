import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const changedAt = (path: string): number => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Returns whether a generated file exists and is newer than its sources.
 *
 * @param sources files, and folders with everything in them
 */
export function isCurrent(file: string, sources: readonly string[]): boolean {
  const writtenAt = changedAt(file)
  const isOlder = (path: string): boolean => changedAt(path) <= writtenAt
  return writtenAt > 0 && sources.every((path) => isOlder(path) && listInside(path).every(isOlder))
}

const listInside = (path: string): string[] =>
  statSync(join(ROOT, path)).isDirectory()
    ? readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : []
