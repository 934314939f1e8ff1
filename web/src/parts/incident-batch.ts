/** Changes many incidents, in batches that the API accepts. */
import { api, getData } from '../api/client.ts'
import type { RequestBody, Schemas } from '../api/types.ts'

type Action = RequestBody<'/api/incidents/batch', 'post'>['action']

/** Maximum number of incidents in one request. */
const BATCH = 100

/** @returns the outcome of each incident */
export async function changeIncidents(
  action: Action,
  ids: readonly string[],
): Promise<Schemas['IncidentBulkResult']['results']> {
  const results: Schemas['IncidentBulkResult']['results'] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    const body = { action, incident_ids: ids.slice(from, from + BATCH) }
    results.push(...(await getData(api.POST('/api/incidents/batch', { body }))).results)
  }
  return results
}
