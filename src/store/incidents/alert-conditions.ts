/** Conditions of a monitor that decide which alerts are sent. */
import { sql } from 'kysely'
import type { Silence } from '../../core/incidents/silence.ts'
import { MAX_SPAN_MS } from '../../core/maintenance/maintenance-progress.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { type SilenceRow, toSilence } from './silences.ts'

interface AlertConditions {
  isInMaintenance: boolean
  isFlapping: boolean
  /** Whether a region counts checks that contradict its opinion. It may be stale, or hold no vote. */
  isInDoubt: boolean
  silence: Silence | null
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null }

interface ConditionsRow extends Nullable<SilenceRow> {
  span: number | null
  flap: number | null
  doubt: number | null
}

const selectConditions = prepareQuery((db: Reader, monitorKey: number, earliest: number, at: number) => ({
  compile: () =>
    sql<ConditionsRow>`select
        (select 1 from maintenance_spans where monitor_key = ${monitorKey} and starts_at > ${earliest}
          and starts_at <= ${at} and ends_at > ${at} limit 1) as span,
        (select 1 from flaps where monitor_key = ${monitorKey}) as flap,
        (select 1 from check_states where monitor_key = ${monitorKey}
          and (case when opinion = 'down' then passes else failures end) > 0 limit 1) as doubt,
        s.monitor_key, s.user_id, u.name as user_name, s.since, s.ends_at, s.note
      from (select 1) as k
        left join silences s on s.monitor_key = ${monitorKey} and s.ends_at > ${at}
        left join users u on u.id = s.user_id
    `.compile(db),
}))

/** Returns the conditions of one monitor with one query. */
export async function getAlertConditions(db: Reader, monitorKey: number, at: UnixMs): Promise<AlertConditions> {
  const [row] = await selectConditions(db, monitorKey, at - MAX_SPAN_MS, at)
  const { span, flap, doubt, ...silence } = row!
  return {
    isInMaintenance: span !== null,
    isFlapping: flap !== null,
    isInDoubt: doubt !== null,
    silence: silence.monitor_key === null ? null : toSilence(silence as SilenceRow),
  }
}
