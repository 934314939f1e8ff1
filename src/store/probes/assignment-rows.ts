/** Rows of assignments, opened: secrets are decrypted, and references are replaced by the values of variables. */
import type { Selectable } from 'kysely'
import type { SslMonitoring } from '../../core/monitors/monitor.ts'
import {
  type ResolvedSettings,
  resolveForCheck,
  toWrittenReferences,
  type Variable,
  type VariableNames,
} from '../../core/monitors/variable.ts'
import { type Fields, hasSealedSecrets } from '../../core/platform/sealing/sealed-fields.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { RegionCounters } from '../../core/results/state.ts'
import { findVariables } from '../monitors/variables.ts'
import { parseStored, toMonitorSealContext } from '../platform/sealing/vault.ts'
import type { Reader } from '../platform/store.ts'
import type { MonitorsTable } from '../tables/monitors.ts'

/** One monitor as the probes of a region check it. */
export interface AssignedMonitor {
  key: number
  id: string
  type: string
  target: string
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  settings: unknown
  /** Values of secret variables in the settings. */
  secrets: string[]
  /** Length of the settings as JSON; 0 when they refer to no variables. */
  resolvedLength: number
  sslMonitoring: SslMonitoring | null
  /** Null when the region has not reported yet. */
  counters: RegionCounters | null
  /** End of the newest conclusive check behind `counters`. */
  checkedAt: UnixMs | null
}

export interface AssignmentChange {
  revision: number
  key: number
  type: string
  /** Whether it pins no region: only some of the default regions check it. */
  isAutomatic: boolean
  /** Null when the region does not check it (any more), or its secrets cannot be opened. */
  monitor: AssignedMonitor | null
}

export interface ChangeRow
  extends Pick<
    Selectable<MonitorsTable>,
    | 'revision'
    | 'key'
    | 'id'
    | 'type'
    | 'target'
    | 'interval_seconds'
    | 'timeout_ms'
    | 'failure_threshold'
    | 'recovery_threshold'
    | 'ssl_monitoring'
    | 'variables'
  > {
  /** Null when the answer is full. */
  settings: string | null
  is_assigned: number
  is_automatic: number
  opinion: RegionCounters['opinion'] | null
  failures: number | null
  passes: number | null
  slow: number | null
  last_success_at: number | null
  last_failure_at: number | null
}

/** Converts rows to changes. Runs one query if a monitor refers to variables. */
export async function openRows(db: Reader, rows: readonly ChangeRow[]): Promise<AssignmentChange[]> {
  const ids = rows.flatMap(({ is_assigned, variables }) =>
    is_assigned === 1 && variables !== null ? Object.keys(JSON.parse(variables)) : [],
  )
  const variables = await findVariables(db, [...new Set(ids)])
  return rows.map((row) => toAssignmentChange(db, row, variables))
}

type Variables = ReadonlyMap<string, Variable>

const toAssignmentChange = (db: Reader, row: ChangeRow, variables: Variables): AssignmentChange => ({
  revision: row.revision,
  key: row.key,
  type: row.type,
  isAutomatic: row.is_automatic === 1,
  monitor: row.is_assigned === 1 ? openAssignedMonitor(db, row, variables) : null,
})

function openAssignedMonitor(db: Reader, row: ChangeRow, variables: Variables): AssignedMonitor | null {
  const settings = parseStored(db, row.settings!, toMonitorSealContext(row.id))
  if (hasSealedSecrets(settings)) return null
  const resolved =
    row.variables === null ? { settings, secrets: [], length: 0 } : resolve(settings, row.variables, variables)
  return resolved && toAssignedMonitor(row, resolved)
}

type Resolved = ResolvedSettings & { length: number }

function resolve(stored: Fields, namesText: string, variables: Variables): Resolved | null {
  const names = JSON.parse(namesText) as VariableNames
  const byName = Object.entries(names).flatMap(([id, name]) => {
    const variable = variables.get(id)
    return variable ? [[name, variable] as const] : []
  })
  const resolved = resolveForCheck(toWrittenReferences(stored, names), new Map(byName))
  return resolved && { ...resolved, length: JSON.stringify(resolved.settings).length }
}

const toAssignedMonitor = (row: ChangeRow, { settings, secrets, length }: Resolved): AssignedMonitor => ({
  key: row.key,
  id: row.id,
  type: row.type,
  target: row.target,
  intervalSeconds: row.interval_seconds,
  timeoutMs: row.timeout_ms,
  failureThreshold: row.failure_threshold,
  recoveryThreshold: row.recovery_threshold,
  settings,
  secrets,
  resolvedLength: length,
  sslMonitoring: row.ssl_monitoring === null ? null : (JSON.parse(row.ssl_monitoring) as SslMonitoring),
  counters:
    row.opinion === null
      ? null
      : { opinion: row.opinion, failures: row.failures ?? 0, passes: row.passes ?? 0, slow: row.slow ?? 0 },
  checkedAt: computeCheckedAt(row),
})

/** Ignores withdrawn failures and checks from before a reset of the counters. */
function computeCheckedAt({ opinion, failures, last_success_at, last_failure_at }: ChangeRow): number | null {
  if (opinion === 'down' || failures) return Math.max(last_success_at ?? 0, last_failure_at ?? 0)
  return opinion === 'up' ? last_success_at : null
}
