/** Incidents as the API reads them. */
import type { Incident } from '../core/incident.ts'
import { incidentOf, selectIncidents } from './incidents.ts'
import type { Reader } from './store.ts'

export interface IncidentFilter {
  status?: Incident['status'] | undefined
  severity?: Incident['severity'] | undefined
  type?: Incident['type'] | undefined
  source?: Incident['source'] | undefined
  /** The monitor that an incident belongs to. */
  monitorId?: string | undefined
  /** Began at this moment or later, Unix ms. */
  from?: number | undefined
  /** Began before it. */
  to?: number | undefined
}

export async function findIncident(db: Reader, projectId: string, id: string): Promise<Incident | null> {
  const row = await selectIncidents(db).where('i.project_id', '=', projectId).where('i.id', '=', id).executeTakeFirst()
  return row ? incidentOf(row) : null
}

/** Newest first. */
export async function listIncidents(
  db: Reader,
  projectId: string,
  filter: IncidentFilter,
  page: { limit: number; offset: number },
): Promise<{ incidents: Incident[]; total: number }> {
  const matching = selectIncidents(db)
    .where('i.project_id', '=', projectId)
    .$if(filter.status !== undefined, (query) => query.where('i.status', '=', filter.status!))
    .$if(filter.severity !== undefined, (query) => query.where('i.severity', '=', filter.severity!))
    .$if(filter.type !== undefined, (query) => query.where('i.type', '=', filter.type!))
    .$if(filter.source !== undefined, (query) => query.where('i.source', '=', filter.source!))
    .$if(filter.monitorId !== undefined, (query) => query.where('m.id', '=', filter.monitorId!))
    .$if(filter.from !== undefined, (query) => query.where('i.started_at', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('i.started_at', '<', filter.to!))
  const rows = await matching
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { incidents: rows.map(incidentOf), total: Number(total) }
}
