#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * The program: finds the command and runs it. Whatever goes wrong at the start is one line, and a code that is not 0.
 *
 * Its flag (MiB, also in the scripts of package.json) keeps what each thread sets aside for new objects small. By
 * itself that grows to 64 MiB, for programs that do nothing but compute.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled once per installation, not once per start: that is most of the time a start takes
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/watchkeeper'))

const { main } = await import('./main.ts')
await main(process.argv.slice(2))
