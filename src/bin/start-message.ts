/** What whoever started the server needs to know next. */
import { styleText } from 'node:util'

export interface StartFacts {
  version: string
  /** Where people reach the server. */
  baseUrl: string
  /** Where the data is, in words. */
  data: string
  /** Nobody has an account yet. */
  isFresh: boolean
}

const EXAMPLE = '{"email": "you@example.com", "password": "ten characters or more", "name": "You"}'

export function startMessage({ version, baseUrl, data, isFresh }: StartFacts): string {
  const register = `curl ${baseUrl}/api/auth/register -H 'content-type: application/json' -d '${EXAMPLE}'`
  const facts: [string, string][] = [
    ['Data', data],
    ['API reference', `${baseUrl}/docs`],
    ...(isFresh ? ([['First account', register]] as [string, string][]) : []),
  ]
  const lines = facts.map(([name, value]) => `  ${styleText('dim', name.padEnd(14))} ${value}`)
  return [`Watchkeeper ${version} is ready at ${styleText('bold', baseUrl)}`, ...lines, ''].join('\n')
}
