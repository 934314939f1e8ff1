#!/usr/bin/env node
/** The program: finds the command and runs it. Whatever goes wrong at the start is one line, and a code that is not 0. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled once per installation, not once per start: that is most of the time a start takes
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/watchkeeper'))

const { main } = await import('./main.ts')
await main(process.argv.slice(2))
