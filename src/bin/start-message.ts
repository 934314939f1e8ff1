/** The message printed when the server has started. */
import { styleText } from 'node:util'

interface StartFacts {
  version: string
  /** The address at which users reach the server. */
  baseUrl: string
  /** Description of the database location. */
  data: string
  /** True while no account exists. */
  isFresh: boolean
}

export function renderStartMessage({ version, baseUrl, data, isFresh }: StartFacts): string {
  const facts: [string, string][] = [
    // The first account becomes the admin of the instance
    isFresh ? ['First account', `${baseUrl}/register`] : ['Dashboard', `${baseUrl}/`],
    ['Data', data],
    ['API reference', `${baseUrl}/docs`],
  ]
  const lines = facts.map(([name, value]) => `  ${styleText('dim', name.padEnd(14))} ${value}`)
  return [`Watchkeeper ${version} is ready at ${styleText('bold', baseUrl)}`, ...lines, ''].join('\n')
}
