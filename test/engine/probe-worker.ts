/** A probe in a thread whose checks end at once: `down` when the target contains `broken`. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Runner } from '../../src/probe/runner.ts'
import { createSystemClock } from '../../src/probe/schedule/clock.ts'
import { ThreadLink } from '../../src/probe/server/thread-link.ts'
import { FakeNetwork } from '../probe/fake-network.ts'
import { NO_TOOLS, PASS, WRONG_STATUS } from '../probe/make.ts'

const { port, region, protocol } = workerData as { port: MessagePort; region: string; protocol: number }

/** Registers with the protocol number of another version. */
class Link extends ThreadLink {
  override register(hello: Parameters<ThreadLink['register']>[0]): ReturnType<ThreadLink['register']> {
    return super.register({ ...hello, protocol })
  }
}

const runner = new Runner({
  region,
  probeId: 'probe-1',
  name: 'here',
  version: '1.2.3',
  capabilities: { icmp: true, ipv6: false },
  link: new Link(port),
  clock: createSystemClock(Date.now),
  runCheck: async ({ target }, _tools, { onPhase } = {}) => {
    onPhase?.({ kind: 'connect', subject: target })
    return target.includes('broken') ? WRONG_STATUS : PASS
  },
  tools: NO_TOOLS,
  network: new FakeNetwork(),
  report: (message, error) => parentPort?.postMessage(`${message}: ${(error as Error).message}`),
})
parentPort?.once('message', () => runner.stop())
runner.start()
