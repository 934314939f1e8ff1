/**
 * A courier in a separate process, for tests that kill it. Arguments: location of the database, as JSON; id of the
 * server.
 */
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { DEFAULT_PLANS } from '../../src/core/accounts/plan.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { createContext } from '../../src/runtime/context.ts'
import { openStore, type StoreLocation } from '../../src/store/platform/store.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'

const fail = (details: unknown): never => {
  process.stderr.write(`${JSON.stringify(details)}\n`)
  process.exit(1)
}

const store = openStore(JSON.parse(process.argv[2]!) as StoreLocation)
const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
const attempt = createSendAttempt(
  { net, now: Date.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe },
  fail,
)
const serverId = process.argv[3]!
startCourier({
  context: {
    ...createContext({ store, plans: DEFAULT_PLANS, clock: { now: Date.now, elapsed: () => performance.now() } }),
    serverId,
  },
  attempt,
  log: { error: fail },
})
