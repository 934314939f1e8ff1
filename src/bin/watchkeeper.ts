#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=30
/**
 * The program: finds the command and runs it. A failed start prints one line and exits with a code other than 0.
 *
 * Its flags, which are also in the scripts of package.json, keep memory small. By default, the space that each thread
 * reserves for new objects grows to 64 MiB. Old objects may exceed the live objects by a third before a garbage
 * collection; the default is several times as much.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled once per installation, not once per start: compilation is most of the start time
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/watchkeeper'))

const { runProgram } = await import('./main.ts')
await runProgram(process.argv.slice(2))
