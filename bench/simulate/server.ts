/** A server controlled over a pipe, with store, context and loops as in `serve`. Receivers of alerts answer at once. */

import { createLog } from '../../src/bin/log.ts'
import { startLoops } from '../../src/bin/loops.ts'
import { MACHINE } from '../../src/bin/machine.ts'
import { DEFAULT_PLANS } from '../../src/core/accounts/plan.ts'
import { Continuity } from '../../src/core/platform/time/continuity.ts'
import { ServiceClock } from '../../src/core/platform/time/service-clock.ts'
import { UnregisteredError } from '../../src/core/probes/protocol.ts'
import { unpackResults } from '../../src/core/probes/thread-messages.ts'
import { createContext } from '../../src/runtime/context.ts'
import { openVault } from '../../src/runtime/sealing.ts'
import { ClockSync } from '../../src/services/platform/clock-sync.ts'
import { LocalProbeSession } from '../../src/services/probes/local-probe-session.ts'
import { openStore } from '../../src/store/platform/store.ts'
import type { PipeRequest, PipeResponse, ProbeRequest, ServerOptions, StoredBatch } from './messages.ts'

const SECRET = new TextEncoder().encode('simulation secret that protects nothing real')

async function handleRequest(line: LocalProbeSession, request: ProbeRequest): Promise<unknown> {
  switch (request.kind) {
    case 'register':
      return line.register(request.hello)
    case 'pull':
      await line.recordHeartbeat(request.request)
      return line.pull(request.request)
    case 'push': {
      const results = unpackResults(request.batch)
      const begun = performance.now()
      await line.record(results)
      return { commitMs: performance.now() - begun } satisfies StoredBatch
    }
  }
}

async function main({ url, clockShiftMs }: ServerOptions): Promise<void> {
  const clock = new ServiceClock({ ...MACHINE, wall: () => Date.now() + clockShiftMs })
  const log = await createLog('warn')
  const store = openStore({ url })
  let wakeCourier = () => {}
  const wake = (what: string) => {
    if (what === 'deliveries') wakeCourier()
  }
  const clockSync = new ClockSync(store, clock)
  await clockSync.start()
  const context = createContext({ store, plans: DEFAULT_PLANS, clock, wake })
  const sealing = await openVault(context, { secret: null, dataDir: '.' }, SECRET, log)
  const loops = startLoops({
    context,
    clockSync,
    continuity: new Continuity(clock.now(), clock.elapsed()),
    onClockLead: () => {},
    attempt: async () => ({ delivered: true }),
    sendTools: { mailer: null, baseUrl: 'http://127.0.0.1' } as never,
    secret: SECRET,
    sealing,
    lookup: { lookUp: () => Promise.reject(new Error('this bench does not monitor domains')), close: () => {} },
    checkDependency: null,
    log,
  })
  wakeCourier = () => loops.wakeCourier()
  const lines = new Map<string, LocalProbeSession>()
  process.on('message', ({ id, probeId, region, request }: PipeRequest) => {
    const line = lines.get(probeId) ?? new LocalProbeSession(context, region)
    lines.set(probeId, line)
    void handleRequest(line, request)
      .then((value): PipeResponse => ({ id, value }))
      .catch(
        (error: Error): PipeResponse => ({
          id,
          error: error.message,
          isUnregistered: error instanceof UnregisteredError,
        }),
      )
      .then((reply) => process.send?.(reply))
  })
  process.on('disconnect', () => process.exit())
  process.send!('ready')
}

await main(JSON.parse(process.argv[2]!))
