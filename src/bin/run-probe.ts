/** Runs a probe for a remote server until a signal ends it. */
import type { ProbeSettings } from '../cli/probe/settings.ts'
import { VERSION } from '../runtime/version.ts'
import { createLog, createReporter, type Logger } from './log.ts'
import { limitHeapGrowth, scheduleMemoryRelease } from './memory.ts'
import type { RemoteProbe } from './remote-probe.ts'
import { exitOnFault, stopOnSignal } from './signals.ts'

const STOP_TIMEOUT_MS = 9_500

export async function runProbe(settings: ProbeSettings): Promise<void> {
  const log = await createLog(settings.logLevel, settings.logFormat)
  exitOnFault('probe', log)
  const { startRemoteProbe } = await import('./remote-probe.ts')
  const probe = startRemoteProbe(
    settings,
    createReporter(log, () => performance.now()),
  )
  stopOnSignal(log, STOP_TIMEOUT_MS, () => probe.stop())
  limitHeapGrowth()
  scheduleMemoryRelease()
  await printGreeting(probe, settings, log)
}

async function printGreeting(probe: RemoteProbe, { server }: ProbeSettings, log: Logger): Promise<void> {
  const incapable = await probe.icmpProblem
  const welcome = await probe.registered
  if (welcome === null) return
  const { code, name } = welcome.region
  const region = name === code ? code : `${code} (${name})`
  const pings = incapable === null ? 'including pings' : 'except pings'
  process.stdout.write(
    `Watchkeeper ${VERSION} probe is running checks from region ${region} for ${server.href}, ${pings}\n`,
  )
  if (incapable !== null) log.warn(`cannot run ICMP checks from this machine: ${incapable}`)
}
