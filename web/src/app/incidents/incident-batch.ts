/** Changes many incidents, in batches that the API accepts. */
import { api, getData } from '../../api/client.ts'
import { getProjectHeader } from '../../api/project.ts'
import type { RequestBody, Schemas } from '../../api/types.ts'

type Batch = RequestBody<'/api/incidents/batch', 'post'>

/** Maximum number of incidents in one request. */
const BATCH = 100

/** @returns the outcome of each incident */
export async function changeIncidents(
  action: Batch['action'],
  ids: readonly string[],
  terms: Pick<Batch, 'until'> = {},
): Promise<Schemas['IncidentBulkResult']['results']> {
  const headers = getProjectHeader()
  const results: Schemas['IncidentBulkResult']['results'] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    const body = { action, incident_ids: ids.slice(from, from + BATCH), ...terms }
    results.push(...(await getData(api.POST('/api/incidents/batch', { headers, body }))).results)
  }
  return results
}
