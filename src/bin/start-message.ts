/** What whoever started the server needs to know next. */
import { styleText } from 'node:util'

interface StartFacts {
  version: string
  /** Where people reach the server. */
  baseUrl: string
  /** Where the data is, in words. */
  data: string
  /** Nobody has an account yet. */
  isFresh: boolean
}

export function renderStartMessage({ version, baseUrl, data, isFresh }: StartFacts): string {
  const facts: [string, string][] = [
    // The first account is that of the instance's admin
    isFresh ? ['First account', `${baseUrl}/register`] : ['Dashboard', `${baseUrl}/`],
    ['Data', data],
    ['API reference', `${baseUrl}/docs`],
  ]
  const lines = facts.map(([name, value]) => `  ${styleText('dim', name.padEnd(14))} ${value}`)
  return [`Watchkeeper ${version} is ready at ${styleText('bold', baseUrl)}`, ...lines, ''].join('\n')
}
