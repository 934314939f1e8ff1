#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=1 --enable-source-maps
/**
 * The program: finds the command and runs it. A failed start prints one line and exits with a code other than 0.
 *
 * Its flags, which are also in the scripts of package.json, keep memory small. By default, the space that each thread
 * reserves for new objects grows to 64 MiB. One thread helps to collect garbage. Four threads, the default, wait for each
 * other and take a quarter of the CPU time. Stack traces of the bundle name lines of the sources. `memory.ts` sets
 * a further flag.
 *
 * This file is plain JavaScript, because Node keeps its translator of TypeScript in memory after the first TypeScript
 * file: about 15 MiB. Commands name the link `watchkeeper.ts`, which Node resolves before it picks a language.
 */
import { readdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { extname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BUNDLE = join(ROOT, 'dist/bin/main.js')

// Compiled once per installation, not once per start: compilation is most of the start time. The thread of the probe
// finds the folder in the environment
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/watchkeeper')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

/**
 * Returns whether `npm ci` or `npm run build` wrote the bundle after the last change of a source file. A change of a
 * dependency changes package.json.
 */
function isBundleCurrent() {
  const bundledAt = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs
  if (bundledAt === undefined) return false
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) !== '')
    .map((name) => `src/${name}`)
  return ['package.json', ...sources].every((file) => statSync(`${ROOT}/${file}`).mtimeMs <= bundledAt)
}

const { runProgram } = isBundleCurrent() ? await import(BUNDLE) : await import('./main.ts')
await runProgram(process.argv.slice(2))
