/** The environment variables that configuration documents may contain: never those that the program itself reads. */
import { SETTINGS } from './settings.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** All settings of the program but `DATABASE_URL`, and the variables of PostgreSQL's clients, such as `PGPASSWORD`. */
const OWN_PATTERN = /^(WK_|PG[A-Z])/

const OWN_NAMES: readonly string[] = Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`])

/** Whether the program reads the variable. Its value may be a secret of the installation. */
export const isOwnVariable = (name: string): boolean => OWN_PATTERN.test(name) || OWN_NAMES.includes(name)

/** Whether an entry of `WK_CONFIG_ENV` names a variable of the program, or is a prefix of one. */
export function canMatchOwnVariable(entry: string): boolean {
  if (!entry.endsWith('*')) return isOwnVariable(entry)
  const prefix = entry.slice(0, -1)
  return isOwnVariable(prefix) || ['PG', ...OWN_NAMES].some((name) => name.startsWith(prefix))
}

/** @param entries names and prefixes such as `APP_*`; null for all variables */
export function selectDocumentVariables(environment: Variables, entries: readonly string[] | null): Variables {
  const isListed = (name: string): boolean =>
    entries === null ||
    entries.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isListed(name) && !isOwnVariable(name)))
}
