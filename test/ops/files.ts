/** Files of the repository, and the settings that they may name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS, type Setting } from '../../src/config/settings.ts'

export const ROOT = join(import.meta.dirname, '../..')

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const settings: Setting<unknown>[] = Object.values(SETTINGS)
const SETTING_NAMES = new Set(settings.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])))

/** Returns the names that look like settings of the program and are none. */
export const listUnknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => /^(WK_|DATABASE_)/.test(name) && !SETTING_NAMES.has(name))
