/** Saves an incident decision and records its updates. The caller must wake the courier after the commit. */
import type { IncidentDecision } from '../../core/evaluation/decide-incidents.ts'
import { insertIncidents, saveFailureCounts, saveIncidents } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

export async function saveIncidentDecision(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now' | 'live'>,
  { updates, opened, changed, counted }: IncidentDecision,
): Promise<void> {
  await saveIncidents(tx, changed)
  await saveFailureCounts(tx, counted)
  const written = await insertIncidents(tx, opened)
  // Another server opened the incident first and has notified its recipients
  const overtaken = new Set(opened.map(({ id }) => id).filter((id) => !written.has(id)))
  const announced = updates.filter(({ incident }) => !overtaken.has(incident.id))
  await recordIncidentUpdates(tx, context, announced)
}
