/** Writes `.env` files as Node reads them: https://nodejs.org/api/environment_variables.html#env-files */

const HEADER = '# Secrets of the configuration document beside this file. Do not commit it.\n'

/**
 * @returns an empty text without secrets; `unwritable` names values that the format cannot hold
 */
export function formatEnv(secrets: Readonly<Record<string, string>>): { text: string; unwritable: string[] } {
  const lines = Object.entries(secrets).map(([name, value]) => [name, quote(value)] as const)
  const written = lines.filter(([, quoted]) => quoted !== null).map(([name, quoted]) => `${name}=${quoted}\n`)
  return {
    text: written.length === 0 ? '' : HEADER + written.join(''),
    unwritable: lines.filter(([, quoted]) => quoted === null).map(([name]) => name),
  }
}

/** Values between quotes may have several lines. Only double quotes give a meaning to `\n`. */
function quote(value: string): string | null {
  if (/^[\w./:@+=-]+$/.test(value)) return value
  const mark = ["'", '`', '"'].find((candidate) => !value.includes(candidate))
  const isSafe = mark !== undefined && !value.includes('\r') && (mark !== '"' || !value.includes('\\'))
  return isSafe ? `${mark}${value}${mark}` : null
}
