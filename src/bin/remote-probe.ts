/** Assembles a remote probe: server connection, clock, spool and runner. */

import { uptime } from 'node:os'
import type { ProbeSettings } from '../cli/probe/settings.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import { computeJitteredBackoffMs } from '../core/platform/limits/backoff.ts'
import { formatCountText } from '../core/platform/text/plain-text.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { PROTOCOL_VERSION, type ProbeRegistration } from '../core/probes/protocol.ts'
import { closeProbeTools, createProbeTools } from '../net/connection/tools.ts'
import { Backlog } from '../probe/push/backlog.ts'
import { Spool } from '../probe/push/spool.ts'
import { Runner } from '../probe/runner.ts'
import { createSystemClock, wait } from '../probe/schedule/clock.ts'
import { findCapabilities, findIcmpTrouble } from '../probe/server/capabilities.ts'
import { HttpLink, type RemoteRegistrationReply } from '../probe/server/http-link.ts'
import { ServerClock } from '../probe/server/server-clock.ts'
import { ServerConnection } from '../probe/server/server-connection.ts'
import { runCheck } from '../probers/run-check.ts'
import { VERSION } from '../runtime/version.ts'
import type { Reporter } from './log.ts'
import { getSpoolFolder, listStrandedFolders, openProbeDir } from './probe-dir.ts'
import { createProbeNetwork } from './probe-network.ts'

export interface RemoteProbe {
  /** Resolves with the welcome of the server, which names the region; null when the probe was stopped before. */
  registered: Promise<RemoteRegistrationReply | null>
  /** Why ICMP checks cannot run; null when they can. */
  icmpProblem: Promise<string | null>
  /** Waits for running checks, delivers or spools their results, and deregisters from the server. */
  stop(): Promise<void>
}

/** Delay before the second attempt to register; later delays grow. */
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 5 * SECOND_MS

/** A stop must finish within 10 s. Limits for running checks and then for the delivery of their results. */
const STOP = { checksMs: 5 * SECOND_MS, pushMs: 2 * SECOND_MS }

/** @throws StartError */
export function startRemoteProbe(settings: ProbeSettings, { report, warn }: Reporter): RemoteProbe {
  const { server, token, dataDir, name, egress, dnsServers, caFile } = settings
  const { probeId, unlock } = openProbeDir(dataDir, warn)
  const tools = createProbeTools({ egress: createEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
  const clock = new ServerClock({ machine: createSystemClock(Date.now), uptime, warn })
  const line = new ServerConnection({ server, token, version: VERSION, secureContext: tools.tls.getShared() })
  const link = new HttpLink({ connection: line, clock, report, onTime: (now, tookMs) => clock.compare(now, tookMs) })
  let runner: Runner | null = null
  let stopWaiting = () => {}
  let isStopping = false

  async function introduce(hello: ProbeRegistration): Promise<RemoteRegistrationReply | null> {
    for (let failures = 1; !isStopping; failures++)
      try {
        return await link.registerFirst(hello)
      } catch (error) {
        if (isStopping) return null
        report(`failed to register at ${server.href}; retrying`, error)
        const delayMs = computeJitteredBackoffMs(failures, FIRST_BACKOFF_MS, MAX_BACKOFF_MS, Math.random())
        const pause = wait(clock, delayMs)
        stopWaiting = pause.cancel
        await pause.done
      }
    return null
  }

  async function begin(): Promise<RemoteRegistrationReply | null> {
    const capabilities = await findCapabilities(tools.icmp)
    const self = { version: VERSION, capabilities, probeId, name }
    const welcome = await introduce({ protocol: PROTOCOL_VERSION, region: '', held: 0, ...self })
    if (welcome === null) return null
    const { code: region } = welcome.region
    const folder = getSpoolFolder(dataDir, server, region)
    const spool = await Spool.open({ folder, now: () => clock.now(), report, maxBytes: settings.spoolBytes })
    for (const other of listStrandedFolders(dataDir, folder))
      warn(
        `${other} contains results for another server or region; they are delivered when this probe works for it again`,
      )
    if (spool.size > 0) warn(`delivering ${formatCountText(spool.size, 'result')} from a previous run`)
    if (isStopping) return null
    runner = new Runner({
      ...self,
      region,
      link,
      clock,
      runCheck,
      tools,
      ...createProbeNetwork(tools, dataDir),
      report,
      backlog: new Backlog({ spool, clock, report }),
      pushDelayMs: SECOND_MS,
      clockAheadMs: () => clock.aheadMs,
      stopTimeouts: STOP,
    })
    runner.start()
    return welcome
  }

  const registered = begin()
  return {
    registered,
    icmpProblem: findIcmpTrouble(tools.icmp),
    stop: async () => {
      isStopping = true
      stopWaiting()
      if (runner === null) link.close()
      await registered
      await runner?.stop()
      await link
        .leave()
        .catch((error: unknown) => report('failed to deregister; other probes take over when the lease expires', error))
      line.close()
      closeProbeTools(tools)
      unlock()
    },
  }
}
