#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=30 --v8-pool-size=1 --enable-source-maps
/**
 * The program: finds the command and runs it. A failed start prints one line and exits with a code other than 0.
 *
 * Its flags, which are also in the scripts of package.json, keep memory small. By default, the space that each thread
 * reserves for new objects grows to 64 MiB. Old objects may exceed the live objects by a third before a garbage
 * collection; the default is several times as much. One thread helps to collect garbage. Four threads, the
 * default, wait for each other and take a quarter of the CPU time. Stack traces of the bundle name lines of the sources.
 *
 * This file is plain JavaScript, because Node keeps its translator of TypeScript in memory after the first TypeScript
 * file: about 15 MiB. Commands name the link `watchkeeper.ts`, which Node resolves before it picks a language.
 */
import { readdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BUNDLE = join(ROOT, 'dist/bin/main.js')

// Compiled once per installation, not once per start: compilation is most of the start time
enableCompileCache(join(ROOT, 'node_modules/.cache/watchkeeper'))

/**
 * Returns whether `npm ci` or `npm run build` wrote the bundle after the last change of a source file. A change of a
 * dependency changes package.json.
 */
function isBundleCurrent() {
  const bundledAt = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs
  if (bundledAt === undefined) return false
  const entries = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  const sources = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return [join(ROOT, 'package.json'), ...sources].every((file) => statSync(file).mtimeMs <= bundledAt)
}

const { runProgram } = isBundleCurrent() ? await import(BUNDLE) : await import('./main.ts')
await runProgram(process.argv.slice(2))
