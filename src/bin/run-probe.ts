/** Runs a probe, which checks for a server elsewhere, until a signal ends it. */
import type { ProbeSettings } from '../cli/probe/settings.ts'
import { VERSION } from '../runtime/version.ts'
import { type Logger, makeLog } from './log.ts'
import type { RemoteProbe } from './remote-probe.ts'
import { makeReporter } from './reporter.ts'
import { exitOnFault, stopOnSignal } from './until-signal.ts'

const LONGEST_STOP_MS = 9_500

export async function runProbe(settings: ProbeSettings): Promise<void> {
  const log = await makeLog(settings.logLevel, settings.logFormat)
  exitOnFault('probe', log)
  const { startRemoteProbe } = await import('./remote-probe.ts')
  const probe = startRemoteProbe(
    settings,
    makeReporter(log, () => performance.now()),
  )
  stopOnSignal(log, LONGEST_STOP_MS, () => probe.stop())
  await greet(probe, settings, log)
}

async function greet(probe: RemoteProbe, { server }: ProbeSettings, log: Logger): Promise<void> {
  const incapable = await probe.whyNoIcmp
  const welcome = await probe.begun
  if (welcome === null) return
  const { code, name } = welcome.region
  const region = name === code ? code : `${code} (${name})`
  const pings = incapable === null ? 'and pings' : 'but not pings'
  process.stdout.write(`Watchkeeper ${VERSION} probe checks from region ${region} for ${server.href}, ${pings}\n`)
  if (incapable !== null) log.warn(`ICMP monitors cannot be checked from here: ${incapable}`)
}
