import type { Evaluation } from '../../core/incidents/evaluation.ts'
import { BoundedMap } from '../../core/platform/maps.ts'
import type { Tx } from '../platform/store.ts'
import type { CheckState } from './check-states.ts'
import { type EvaluatedMonitor, loadEvaluatedMonitors } from './evaluated-monitors.ts'

/** Maximum number of monitors, about 0.6 KB each. */
const CAPACITY = 200_000

/**
 * Monitors with their states as this server last wrote them, so that ingest does not read them for every batch.
 *
 * An entry is outdated when another transaction has changed the monitor since. `saveStates` then refuses the states that
 * were evaluated from it, and the caller drops the entry and tries again.
 */
export class EvaluatedMonitorCache {
  readonly #monitors = new BoundedMap<number, EvaluatedMonitor>(CAPACITY)

  /**
   * Returns monitors with their states, which the caller may change. Deleted monitors are left out.
   *
   * @returns `cached`: keys of the monitors that were not read
   */
  async load(
    tx: Tx,
    monitorKeys: readonly number[],
  ): Promise<{ monitors: Map<number, EvaluatedMonitor>; cached: Set<number> }> {
    const copies = new Map<number, EvaluatedMonitor>()
    for (const key of monitorKeys) {
      const monitor = this.#monitors.get(key)
      if (monitor) copies.set(key, copyMonitor(monitor))
    }
    // Another transaction can drop entries during the read
    const monitors = await loadEvaluatedMonitors(
      tx,
      monitorKeys.filter((key) => !copies.has(key)),
    )
    for (const [key, copy] of copies) monitors.set(key, copy)
    return { monitors, cached: new Set(copies.keys()) }
  }

  /**
   * Keeps monitors after the commit of their states.
   *
   * @param monitors by key, as they were loaded
   * @param states changed states of these monitors, as they were saved
   * @param statuses new statuses
   */
  keep(
    monitors: ReadonlyMap<number, EvaluatedMonitor>,
    states: readonly CheckState[],
    evaluations: readonly Evaluation[],
    statuses: readonly { monitorKey: number; status: string; since: number }[],
  ): void {
    for (const state of states) state.version++
    for (const { monitorKey } of evaluations) this.#set(monitors.get(monitorKey)!)
    for (const { monitorKey, status, since } of statuses)
      this.#monitors.set(monitorKey, { ...monitors.get(monitorKey)!, runtimeStatus: status, statusSince: since })
  }

  /**
   * Copies the states into the known entry if nothing else differs. New objects for each result would be old when the next
   * result replaces them, and only a collection of the whole heap would free them.
   */
  #set(monitor: EvaluatedMonitor): void {
    const known = this.#monitors.get(monitor.key)
    const isSame = known !== undefined && hasSameFields(known, monitor)
    if (isSame) for (const [index, state] of monitor.states.entries()) Object.assign(known.states[index]!, state)
    this.#monitors.set(monitor.key, isSame ? known : monitor)
  }

  drop(monitorKeys: Iterable<number>): void {
    for (const key of monitorKeys) this.#monitors.delete(key)
  }
}

function hasSameFields(a: EvaluatedMonitor, b: EvaluatedMonitor): boolean {
  for (const name of Object.keys(a) as (keyof EvaluatedMonitor)[])
    if (name !== 'states' && a[name] !== b[name]) return false
  return (
    a.states.length === b.states.length &&
    a.states.every(({ regionKey }, index) => b.states[index]!.regionKey === regionKey)
  )
}

const copyMonitor = (monitor: EvaluatedMonitor): EvaluatedMonitor => ({
  ...monitor,
  states: monitor.states.map((state) => ({ ...state })),
})
