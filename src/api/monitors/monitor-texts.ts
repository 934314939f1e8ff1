/**
 * Monitors of lists as JSON texts. Most monitors are the same in the next list, and creating their texts takes longer
 * than reading their versions. A list of 100 monitors takes a fourth of the CPU (`bench -- api-get`).
 */

import type { FastifySchema } from 'fastify'
import { BoundedMap } from '../../core/platform/maps.ts'
import { listMonitorSilences } from '../../store/incidents/silences.ts'
import { findMonitorVersions, type MonitorVersion } from '../../store/monitors/monitors.ts'
import { getRequestReader, type Reader } from '../../store/platform/session.ts'
import type { ApiDeps } from '../platform/deps.ts'
import type { toPagination } from '../platform/envelope.ts'
import { createSerializer } from '../platform/validation/serialization.ts'
import { showMonitors } from './monitor-json.ts'
import { Monitor } from './monitor-schemas.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Maximum number of cached texts, and their maximum length: together at most 16 MB, and usually 3 MB. */
const MAX_TEXTS = 2_000
const MAX_LENGTH = 4_096

/** Returns the response with a page of monitors, as the schema of the route would serialize it. */
export function formatMonitorPage(texts: readonly string[], pagination: ReturnType<typeof toPagination>): string {
  // The parts are copied once, when the response is written; `join` would copy them twice
  let list = ''
  for (const text of texts) list += list === '' ? text : `,${text}`
  return `{"success":true,"data":{"monitors":[${list}],"pagination":${JSON.stringify(pagination)}}}`
}

interface MonitorText {
  version: string
  text: string
}

export class MonitorTexts {
  readonly #deps: Pick<ApiDeps, 'context' | 'config'>
  readonly #stringify = createSerializer({ schema: Monitor as FastifySchema, method: 'GET', url: '/api/monitors' })
  /** By key. Only texts that nothing but the version changes. */
  readonly #texts = new BoundedMap<number, MonitorText>(MAX_TEXTS)

  constructor(deps: Pick<ApiDeps, 'context' | 'config'>) {
    this.#deps = deps
  }

  /** Returns the texts in the order of the monitors; monitors that were just deleted are left out. */
  async list(monitors: readonly MonitorVersion[]): Promise<string[]> {
    const db = getRequestReader(this.#deps.context.store.db)
    const keys = monitors.map(({ key }) => key)
    const silences = await listMonitorSilences(db, keys, this.#deps.context.now())
    const texts = new Map(
      monitors.map(({ key, version }) => [key, silences.has(key) ? null : this.#find(key, version)] as const),
    )
    const missing = keys.filter((key) => texts.get(key) === null)
    if (missing.length > 0) for (const [key, text] of await this.#make(db, missing)) texts.set(key, text)
    return keys.flatMap((key) => texts.get(key) ?? [])
  }

  #find(key: number, version: string): string | null {
    const known = this.#texts.get(key)
    return known?.version === version ? known.text : null
  }

  async #make(db: Reader, keys: readonly number[]): Promise<[number, string][]> {
    const found = [...(await findMonitorVersions(db, keys)).values()]
    const shown = await showMonitors(
      this.#deps,
      found.map(({ monitor }) => monitor),
    )
    return found.map(({ key, version, monitor }, index) => {
      const json = shown[index]!
      const text = this.#stringify(json)
      // Pings and silences change without a new version
      const isLasting = monitor.type !== 'HEARTBEAT' && json.silence === undefined
      if (isLasting && text.length + version.length <= MAX_LENGTH) this.#texts.set(key, { version, text })
      return [key, text]
    })
  }
}
