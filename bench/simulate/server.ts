/**
 * A server that is asked over a pipe: store, context and loops as `serve` puts them together. Receivers of alerts answer
 * at once.
 */

import { makeLog } from '../../src/bin/log.ts'
import { startLoops } from '../../src/bin/loops.ts'
import { MACHINE } from '../../src/bin/machine.ts'
import { DEFAULT_PLANS } from '../../src/core/accounts/plan.ts'
import { Continuity } from '../../src/core/platform/time/continuity.ts'
import { ServiceClock } from '../../src/core/platform/time/service-clock.ts'
import { Unregistered } from '../../src/core/probes/protocol.ts'
import { unpackResults } from '../../src/core/probes/result-batch.ts'
import { makeContext } from '../../src/runtime/context.ts'
import { openVault } from '../../src/runtime/sealing.ts'
import { ClockSync } from '../../src/services/platform/clock-sync.ts'
import { ProbeLine } from '../../src/services/probes/probe-line.ts'
import { openStore } from '../../src/store/platform/store.ts'
import type { Answered, Asked, Question, ServerOptions, Stored } from './messages.ts'

const SECRET = new TextEncoder().encode('a secret of the simulation, which protects nothing')

async function answer(line: ProbeLine, question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'register':
      return line.register(question.hello)
    case 'pull':
      await line.heard(question.request)
      return line.pull(question.request)
    case 'push': {
      const results = unpackResults(question.batch)
      const begun = performance.now()
      await line.record(results)
      return { commitMs: performance.now() - begun } satisfies Stored
    }
  }
}

async function main({ url, clockShiftMs }: ServerOptions): Promise<void> {
  const clock = new ServiceClock({ ...MACHINE, wall: () => Date.now() + clockShiftMs })
  const log = await makeLog('warn')
  const store = openStore({ url })
  let wakeCourier = () => {}
  const wake = (what: string) => {
    if (what === 'deliveries') wakeCourier()
  }
  const clockSync = new ClockSync(store, clock)
  await clockSync.start()
  const context = makeContext({ store, plans: DEFAULT_PLANS, clock, wake })
  const sealing = await openVault(context, { secret: null, dataDir: '.' }, SECRET, log)
  const loops = startLoops({
    context,
    clockSync,
    continuity: new Continuity(clock.now(), clock.elapsed()),
    onClockLead: () => {},
    attempt: async () => ({ delivered: true }),
    mailer: null,
    secret: SECRET,
    sealing,
    baseUrl: 'http://127.0.0.1',
    lookup: { lookUp: () => Promise.reject(new Error('nobody watches a domain here')), close: () => {} },
    checkParent: null,
    log,
  })
  wakeCourier = () => loops.wakeCourier()
  const lines = new Map<string, ProbeLine>()
  process.on('message', ({ id, probeId, region, question }: Asked) => {
    const line = lines.get(probeId) ?? new ProbeLine(context, region)
    lines.set(probeId, line)
    void answer(line, question)
      .then((value): Answered => ({ id, value }))
      .catch((error: Error): Answered => ({ id, error: error.message, isUnregistered: error instanceof Unregistered }))
      .then((reply) => process.send?.(reply))
  })
  process.on('disconnect', () => process.exit())
  process.send!('ready')
}

await main(JSON.parse(process.argv[2]!))
