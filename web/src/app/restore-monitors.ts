import { api, getData } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { getProjectHeader } from '../api/project.ts'

/** Maximum number of monitors in one request. */
const BATCH = 1_000

/** Undoes the deletion of monitors. Rejects when a monitor cannot be restored, or is restored as paused. */
export async function restoreMonitors(ids: readonly string[]): Promise<void> {
  const headers = getProjectHeader()
  for (let from = 0; from < ids.length; from += BATCH) {
    const body = { monitor_ids: ids.slice(from, from + BATCH) }
    const { results } = await getData(api.POST('/api/monitors/restore', { headers, body }))
    const error = results.find((one) => one.error)?.error
    if (error) throw new ApiProblem(409, error)
  }
}
