/** Reverts pauses and resumes: the undo of a message. Load it lazily. */
import { api, getData } from '../api/client.ts'
import { getProjectHeader } from '../api/project.ts'
import { planRestore, type StatusBefore } from './restore-plan.ts'

/** Maximum number of monitors in one request. */
const BATCH = 100

type ProjectHeader = ReturnType<typeof getProjectHeader>

/**
 * @param headers project of the monitors
 * @throws ApiProblem or Error when a monitor keeps its new status
 */
export async function restoreStatuses(before: readonly StatusBefore[], headers = getProjectHeader()): Promise<void> {
  for (const { action, until, ids } of planRestore(before, Date.now()))
    if (action === 'disable') for (const id of ids) await disable(headers, id)
    else
      for (let from = 0; from < ids.length; from += BATCH)
        await change(headers, action, ids.slice(from, from + BATCH), until === undefined ? {} : { until })
}

const disable = (headers: ProjectHeader, id: string): Promise<unknown> =>
  getData(api.PUT('/api/monitors/{id}', { headers, params: { path: { id } }, body: { status: 'disabled' } }))

async function change(
  headers: ProjectHeader,
  action: 'pause' | 'resume',
  ids: string[],
  end: { until?: string },
): Promise<void> {
  const body = { action, monitor_ids: ids, ...end }
  const { results } = await getData(api.POST('/api/monitors/batch', { headers, body }))
  const refused = results.find(({ outcome }) => outcome === 'failed')
  if (refused) throw new Error(refused.error?.message)
}
