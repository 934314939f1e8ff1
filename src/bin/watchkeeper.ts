#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=30
/**
 * The program: finds the command and runs it. Whatever goes wrong at the start is one line, and a code that is not 0.
 *
 * Its flags (also in the scripts of package.json) keep memory small. What each thread sets aside for new objects, in MiB,
 * grows to 64 by itself, for programs that do nothing but compute. And old objects may take up a third more than what is
 * still in use before garbage is looked for, where by itself it may come to several times as much.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled once per installation, not once per start: that is most of the time a start takes
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/watchkeeper'))

const { runProgram } = await import('./main.ts')
await runProgram(process.argv.slice(2))
