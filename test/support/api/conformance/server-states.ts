/** Servers in every state that changes their responses, all over the database of one world. */
import type { ApiDeps } from '../../../../src/api/platform/deps.ts'
import { DEFAULT_PLANS, type PlanLimits, type Plans } from '../../../../src/core/accounts/plan.ts'
import { createSiblingSession, withSession } from '../../../../src/store/platform/session.ts'
import type { Store } from '../../../../src/store/platform/store.ts'
import type { Cleanup } from '../../database/stores.ts'
import type { TestApp } from '../app.ts'
import { TRUSTING_CONFIG, type World } from './world.ts'

export type Call = TestApp['call']

export interface ServerStates {
  usual: Call
  /** Called over a network, for responses that do not end: reads the head and disconnects. */
  streaming: Call
  /** A server whose callers have one request each. */
  exhausted: Call
  /** A server whose plans allow nothing more of any counted resource. */
  full: Call
  /** A server whose plans have no features and allow one check a day. */
  plain: Call
  /** A server whose queries fail. */
  broken: Call
  /** A server that is shutting down. */
  leaving: Call
  /** A server that accepts no new accounts. */
  closed: Call
}

export async function createServerStates(t: Cleanup, world: World): Promise<ServerStates> {
  const beside = async (over = {}, deps: Partial<ApiDeps> = {}) =>
    (await world.serveAnother({ ...TRUSTING_CONFIG, ...over }, deps)).call
  const withPlans = (change: (limits: PlanLimits) => PlanLimits) =>
    beside({}, { context: { ...world.context, plans: mapPlans(change) } })
  return {
    usual: world.call,
    exhausted: await beside({ rateLimit: 1 }),
    full: await withPlans((limits) => mapValues(limits, (value) => (typeof value === 'number' ? 0 : value))),
    plain: await withPlans((limits) => ({
      ...mapValues(limits, (value) => (typeof value === 'number' ? 100_000 : false)),
      minIntervalSeconds: 86_400,
    })),
    broken: await beside({}, { context: { ...world.context, store: createBrokenStore(world.context.store) } }),
    closed: await beside({ registration: 'closed' }),
    leaving: createLeavingServer(t, world),
    streaming: await createStreamingServer(world),
  }
}

const mapPlans = (change: (limits: PlanLimits) => PlanLimits): Plans => mapValues(DEFAULT_PLANS, change)

const mapValues = <T extends object>(from: T, change: (value: T[keyof T]) => unknown): T =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value)])) as T

const fail = (): never => {
  throw new Error('a query fails')
}

const createBrokenStore = (store: Store): Store => ({
  ...store,
  db: withSession(
    store.db.withPlugin({ transformQuery: fail, transformResult: async () => fail() }),
    createSiblingSession(store.db.session),
  ),
  transact: async () => fail(),
})

/** How long one closing server is used, and how long it accepts connections before it gives up. */
const DELAY_MS = 3_000
const GIVES_UP_MS = 10_000

/**
 * Keeps a server in the state in which it refuses requests but still listens. Starts another server when this state
 * ends.
 */
function createLeavingServer(t: Cleanup, world: World): Call {
  let leaving: { call: Call; since: number; end: () => Promise<void> } | undefined
  const startLeaving = async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { api } = await world.serveAnother(TRUSTING_CONFIG, {}, (api) => api.addHook('preClose', () => released))
    const call = createRemoteCall(await api.listen({ port: 0, host: '127.0.0.1' }), (response) => response.json())
    const closed = api.close().catch(() => {}) // a server that gave up because no request came is not an error
    const end = () => {
      release()
      return closed
    }
    return { call, since: performance.now(), end }
  }
  t.after(() => leaving?.end())
  const call: Call = async (method, url, options) => {
    if (leaving && performance.now() - leaving.since > DELAY_MS) {
      await leaving.end()
      leaving = undefined
    }
    leaving ??= await startLeaving()
    const current = leaving
    try {
      return await current.call(method, url, options)
    } catch (error) {
      if (performance.now() - current.since < GIVES_UP_MS) throw error
      return call(method, url, options)
    }
  }
  return call
}

async function createStreamingServer(world: World): Promise<Call> {
  const { api } = await world.serveAnother(TRUSTING_CONFIG)
  const base = await api.listen({ port: 0, host: '127.0.0.1' })
  return createRemoteCall(base, async (response) => {
    if (response.headers.get('content-type')?.startsWith('application/json')) return response.json()
    await response.body?.cancel()
  })
}

const createRemoteCall =
  (base: string, read: (response: Response) => Promise<unknown>): Call =>
  async (method, url, { as = {}, headers = {}, body } = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(base + url, {
      method,
      headers: { connection: 'close', ...type, ...as, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await read(response), headers: Object.fromEntries(response.headers) }
  }
