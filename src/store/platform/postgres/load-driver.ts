import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type pg from 'pg'

/** Loads the driver on first use: most instances run on SQLite, and the start must be fast. */
export const loadDriver = (): typeof pg =>
  createRequire(import.meta.url)(`./pg-driver${extname(import.meta.url)}`).default
