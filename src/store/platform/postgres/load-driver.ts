import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type pg from 'pg'

/** Loads the driver on first use: most instances run on SQLite, and the start must be fast. */
export const loadDriver = (): typeof pg =>
  createRequire(import.meta.url)(`./pg-driver${extname(import.meta.url)}`).default

/** bigint and numeric: times, counts and keys stay far below 2^53. Source of the type ids: pg_type */
const AS_NUMBERS: ReadonlySet<number> = new Set([20, 1700])

export const createTypes = ({ types }: typeof pg): pg.CustomTypesConfig =>
  ({
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      AS_NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format as 'text'),
  }) as pg.CustomTypesConfig
