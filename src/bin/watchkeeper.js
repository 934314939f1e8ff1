#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=1 --enable-source-maps
/**
 * The program. It checks that this Node and the bundle can run, then runs the command. `npm run build` copies this file
 * into the bundle.
 *
 * Its flags, which are also in the scripts of package.json, keep memory small. By default, the space that each thread
 * reserves for new objects grows to 64 MiB. One thread helps to collect garbage. Four threads, the default, wait for each
 * other and take a quarter of the CPU time. Stack traces of the bundle name lines of the sources. `memory.ts` sets
 * a further flag.
 *
 * This file is plain JavaScript for Nodes of any age. Node also keeps its translator of TypeScript in memory after the
 * first TypeScript file: about 15 MiB.
 */
import { accessSync, constants, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** EX_CONFIG of sysexits.h. */
const UNUSABLE = 78

function refuse(reason) {
  process.stderr.write(`watchkeeper: ${reason}\n`)
  process.exit(UNUSABLE)
}

function findOldestNode() {
  try {
    return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node.replace('>=', '')
  } catch (error) {
    return refuseDamage(error)
  }
}

const refuseDamage = ({ message }) =>
  refuse(`The files in ${ROOT} are not complete: install Watchkeeper again. In a clone, run npm ci. Reason: ${message}`)

/** Compares major and minor versions. */
function isAtLeast(version, least) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

const isWritable = (folder) => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const oldest = findOldestNode()
if (!isAtLeast(process.versions.node, oldest))
  refuse(`Node ${oldest} or later is needed, and this is ${process.versions.node}: install a newer Node.`)

// Compiled once per installation, not once per start: compilation is most of the start time. The thread of the probe
// finds the folder in the environment
process.env.NODE_COMPILE_CACHE ??= isWritable(ROOT)
  ? join(ROOT, 'node_modules/.cache/watchkeeper')
  : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'watchkeeper')
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)

/** Errors of files that are missing or cut off. */
const isDamage = (error) =>
  error instanceof SyntaxError || error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND'

try {
  const { runProgram } = await import('./main.js')
  await runProgram(process.argv.slice(2))
} catch (error) {
  if (isDamage(error)) refuseDamage(error)
  throw error
}
