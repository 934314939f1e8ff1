/** A probe that runs by itself, put together: its line to the server, its clock, its spool and its runner. */

import { uptime } from 'node:os'
import type { ProbeSettings } from '../cli/probe/settings.ts'
import { jitteredBackoffMs } from '../core/platform/backoff.ts'
import { makeEgressPolicy } from '../core/platform/egress.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { PROTOCOL_VERSION, type ProbeHello } from '../core/probes/protocol.ts'
import { closeProbeTools, makeProbeTools } from '../net/connection/tools.ts'
import { Backlog } from '../probe/push/backlog.ts'
import { Spool } from '../probe/push/spool.ts'
import { Runner } from '../probe/runner.ts'
import { systemClock, wait } from '../probe/schedule/clock.ts'
import { findCapabilities, whyNoIcmp } from '../probe/server/capabilities.ts'
import { HttpLink, type RemoteWelcome } from '../probe/server/http-link.ts'
import { ServerClock } from '../probe/server/server-clock.ts'
import { ServerLine } from '../probe/server/server-line.ts'
import { runCheck } from '../probers/run-check.ts'
import { VERSION } from '../runtime/version.ts'
import { openProbeDir, spoolFolder, strandedFolders } from './probe-dir.ts'
import { makeProbeNetwork } from './probe-network.ts'
import type { Reporter } from './reporter.ts'

export interface RemoteProbe {
  /** Resolves when the server has told which region this is; null when the probe was stopped before. */
  begun: Promise<RemoteWelcome | null>
  /** Why pings cannot be sent; null when they can. */
  whyNoIcmp: Promise<string | null>
  /** Lets what runs end, delivers it or keeps it on disk, and takes leave of the server. */
  stop(): Promise<void>
}

/** Between two tries to be let in. */
const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 5 * SECOND_MS

/** A stop must be over in 10 s: how long checks under way may take, and then their delivery. */
const STOP = { checksMs: 5 * SECOND_MS, pushMs: 2 * SECOND_MS }

/** @throws StartError */
export function startRemoteProbe(settings: ProbeSettings, { report, warn }: Reporter): RemoteProbe {
  const { server, token, dataDir, name, egress, dnsServers, caFile } = settings
  const { probeId, unlock } = openProbeDir(dataDir, warn)
  const tools = makeProbeTools({ egress: makeEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
  const clock = new ServerClock({ machine: systemClock(Date.now), uptime, warn })
  const line = new ServerLine({ server, token, version: VERSION, secureContext: tools.tls.shared() })
  const link = new HttpLink({ line, clock, report, onTime: (now, tookMs) => clock.compare(now, tookMs) })
  let runner: Runner | null = null
  let stopWaiting = () => {}
  let isStopping = false

  async function introduce(hello: ProbeHello): Promise<RemoteWelcome | null> {
    for (let failures = 1; !isStopping; failures++)
      try {
        return await link.introduce(hello)
      } catch (error) {
        if (isStopping) return null
        report(`cannot register at ${server.href}; trying again`, error)
        const delayMs = jitteredBackoffMs(failures, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, Math.random())
        const pause = wait(clock, delayMs)
        stopWaiting = pause.cancel
        await pause.done
      }
    return null
  }

  async function begin(): Promise<RemoteWelcome | null> {
    const capabilities = await findCapabilities(tools.icmp)
    const self = { version: VERSION, capabilities, probeId, name }
    const welcome = await introduce({ protocol: PROTOCOL_VERSION, region: '', held: 0, ...self })
    if (welcome === null) return null
    const { code: region } = welcome.region
    const folder = spoolFolder(dataDir, server, region)
    const spool = await Spool.open({ folder, now: () => clock.now(), report, maxBytes: settings.spoolBytes })
    for (const other of strandedFolders(dataDir, folder))
      warn(
        `${other} holds results of another server or region: they are delivered when this probe works for that again`,
      )
    if (spool.size > 0) warn(`${spool.size} results from before are being delivered`)
    if (isStopping) return null
    runner = new Runner({
      ...self,
      region,
      link,
      clock,
      runCheck,
      tools,
      ...makeProbeNetwork(tools, dataDir),
      report,
      backlog: new Backlog({ spool, clock, report }),
      pushDelayMs: SECOND_MS,
      clockAheadMs: () => clock.aheadMs,
      patience: STOP,
    })
    runner.start()
    return welcome
  }

  const begun = begin()
  return {
    begun,
    whyNoIcmp: whyNoIcmp(tools.icmp),
    stop: async () => {
      isStopping = true
      stopWaiting()
      if (runner === null) link.close()
      await begun
      await runner?.stop()
      await link
        .leave()
        .catch((error: unknown) => report('could not take leave: others take over when the lease ends', error))
      line.close()
      closeProbeTools(tools)
      unlock()
    },
  }
}
