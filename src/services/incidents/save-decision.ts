/** Writes a decision about incidents, and announces it. After the commit the caller wakes the courier. */
import type { Decision } from '../../core/evaluation/turn.ts'
import { insertIncidents, saveCounts, saveIncidents } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { announce } from './announce.ts'

export async function saveDecision(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now' | 'live'>,
  { updates, opened, moved, counted }: Decision,
): Promise<void> {
  await saveIncidents(tx, moved)
  await saveCounts(tx, counted)
  const written = await insertIncidents(tx, opened)
  // Another server was faster: its incident is announced there
  const overtaken = new Set(opened.map(({ id }) => id).filter((id) => !written.has(id)))
  const announced = updates.filter(({ incident }) => !overtaken.has(incident.id))
  await announce(tx, context, announced)
}
