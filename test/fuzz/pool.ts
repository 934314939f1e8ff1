/** Ids that the server has created. Real ids let requests pass validation. */
import type { Chance } from './chance.ts'

const MOST = 200

export interface Pool {
  /**
   * Stores every id and token of an answer.
   *
   * @param path of the request
   */
  learn(path: string, answer: unknown): void
  /** Returns an id for a path parameter or a body field. */
  idFor(name: string, before?: string): string
}

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

/** Fields that contain an id of a resource with another name. */
const KINDS: Readonly<Record<string, string>> = {
  check: 'monitor',
  affected_monitor: 'monitor',
  parent_group: 'group',
  target_group: 'group',
  reassign_to_group: 'group',
  notification_target: 'target',
  org: 'organization',
  window: 'maintenance_window',
  page: 'status_page',
}

/** Returns the resource of a name such as `notification_target_ids`, `groupId` or `monitors`. */
function kindOf(name: string): string {
  const word = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/_ids?$/, '')
    .replace(/s$/, '')
  return KINDS[word] ?? word
}

export function makePool(chance: Chance): Pool {
  const known = new Map<string, string[]>()

  function add(kind: string, id: string): void {
    const ids = known.get(kind) ?? []
    known.set(kind, ids)
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > MOST) ids.splice(chance.int(0, MOST - 1), 1)
  }

  function visit(value: unknown, field: string): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, field)
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') visit(inner, key)
      else if (key === 'id') add(kindOf(field), inner)
      else if (key === 'heartbeat_token') add('token', inner)
      else if (/^(group|project|organization|member|incident)_id$/.test(key)) add(kindOf(key), inner)
    }
  }

  return {
    learn(path, answer) {
      const { data } = answer as { data?: Record<string, unknown> }
      if (!data) return
      const collection = path.split('/').findLast((segment) => /^[a-z-]+s$/.test(segment)) ?? ''
      if (typeof data.id === 'string') add(kindOf(collection), data.id)
      visit(data, collection)
    },
    idFor(name, before = '') {
      const kind = name === 'id' ? kindOf(before) : kindOf(name)
      const ids = known.get(kind)
      if (ids && chance.in(0.95)) return chance.pick(ids)
      return chance.in(0.5) ? NOWHERE : chance.pick([...known.values()].flat().concat(NOWHERE))
    },
  }
}
