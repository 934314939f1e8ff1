/** The message printed when the server has started. */
import { styleText } from 'node:util'
import type { Config } from '../config/config.ts'
import { describeLocation, toStoreLocation } from '../runtime/open-database.ts'
import { VERSION } from '../runtime/version.ts'
import type { Context } from '../services/platform/context.ts'
import { hasUsers } from '../store/accounts/users.ts'

interface StartFacts {
  version: string
  /** The address at which users reach the server. */
  baseUrl: string
  /** Description of the database location. */
  data: string
  /** True while no account exists. */
  isFresh: boolean
}

export async function printStartMessage({ store }: Context, config: Config, baseUrl: string): Promise<void> {
  const isFresh = config.registration !== 'closed' && !(await hasUsers(store.db))
  process.stdout.write(
    renderStartMessage({ version: VERSION, baseUrl, data: describeLocation(toStoreLocation(config)), isFresh }),
  )
}

function renderStartMessage({ version, baseUrl, data, isFresh }: StartFacts): string {
  const facts: [string, string][] = [
    // The first account becomes the admin of the instance
    isFresh ? ['First account', `${baseUrl}/register`] : ['Dashboard', `${baseUrl}/`],
    ['Data', data],
    ['API reference', `${baseUrl}/docs`],
  ]
  const lines = facts.map(([name, value]) => `  ${styleText('dim', name.padEnd(14))} ${value}`)
  return [`Watchkeeper ${version} is ready at ${styleText('bold', baseUrl)}`, ...lines, ''].join('\n')
}
