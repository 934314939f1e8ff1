/** A machine whose clocks a test sets, and a service that goes by it. */
import { type MachineClocks, ServiceClock } from '../../../src/core/platform/time/service-clock.ts'
import { ClockSync } from '../../../src/services/platform/clock-sync.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'

export class TestMachine implements MachineClocks {
  #wall: number
  #monotonic = 5_000
  #uptimeMs = 90_000

  /** @param wall Unix ms */
  constructor(wall: number) {
    this.#wall = wall
  }

  readonly wall = (): number => this.#wall
  readonly monotonic = (): number => this.#monotonic
  readonly uptime = (): number => this.#uptimeMs / 1_000

  /** Time passes. */
  pass(ms: number): void {
    this.#wall += ms
    this.#monotonic += ms
    this.#uptimeMs += ms
  }

  /** Somebody sets the clock. */
  set(byMs: number): void {
    this.#wall += byMs
  }

  sleep(ms: number): void {
    this.#wall += ms
    this.#uptimeMs += ms
  }

  /** The virtual machine stands still: time passes elsewhere. */
  freeze(ms: number): void {
    this.#wall += ms
  }
}

/**
 * A server that goes by the clocks of this machine. PostgreSQL's clock is that of `database`; SQLite has none.
 */
export async function startServer(
  store: Store,
  machine: TestMachine,
  database: TestMachine = machine,
): Promise<{ clockSync: ClockSync; context: TestContext }> {
  const readClock = store.dialect === 'postgres' ? async () => database.wall() : store.traits.readClock
  const own = { ...store, traits: { ...store.traits, readClock } }
  const clockSync = new ClockSync(own, new ServiceClock(machine))
  await clockSync.start()
  const { now, elapsed } = clockSync.clock
  return { clockSync, context: { ...createTestContext(own), now, elapsed } }
}
