/**
 * `watchkeeper healthy`: checks whether the server on this machine is alive, for supervisors that run a program instead
 * of requesting a URL.
 */
import { get } from 'node:http'
import { ConfigError, type Environment, readSetting } from '../../config/config.ts'
import { SETTINGS } from '../../config/settings.ts'
import { describeCause, StartError } from '../../core/platform/errors.ts'
import { toReachableHost } from '../../runtime/listen-socket.ts'
import { print } from '../io.ts'

/** Shorter than the timeouts of supervisors, which then receive the reason. */
const TIMEOUT_MS = 3_000

/** @throws StartError when the server is not alive */
export async function checkHealth(environment: Environment): Promise<void> {
  const mistakes: string[] = []
  const host = readSetting(SETTINGS.host, environment, mistakes)
  const port = readSetting(SETTINGS.port, environment, mistakes)
  if (host === null || port === null) throw new ConfigError(mistakes)
  const url = `http://${toReachableHost(host)}:${port}/api/health`
  const status = await fetchStatus(url).catch((error: unknown) => {
    throw new StartError(`${url} does not respond: ${describeCause(error)}`)
  })
  if (status !== 200) throw new StartError(`${url} returned status ${status}`)
  print(`${url} is healthy`)
}

function fetchStatus(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { signal: AbortSignal.timeout(TIMEOUT_MS), agent: false }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  }).on('error', reject)
  return promise
}
