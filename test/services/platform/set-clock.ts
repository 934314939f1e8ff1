/** A machine whose clocks a test sets, and a server that uses them. */
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

  /** Lets time pass. */
  pass(ms: number): void {
    this.#wall += ms
    this.#monotonic += ms
    this.#uptimeMs += ms
  }

  /** Sets the wall clock. */
  set(byMs: number): void {
    this.#wall += byMs
  }

  sleep(ms: number): void {
    this.#wall += ms
    this.#uptimeMs += ms
  }

  /** Suspends the virtual machine: time passes elsewhere. */
  freeze(ms: number): void {
    this.#wall += ms
  }
}

/** Starts a server that uses the clocks of this machine. PostgreSQL uses the clock of `database`; SQLite has none. */
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
