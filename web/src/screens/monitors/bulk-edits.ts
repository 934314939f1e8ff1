/** Requests of bulk operations. */
import { api, getData } from '../../api/client.ts'
import { getProjectHeader } from '../../api/project.ts'
import { sendEdits } from '../../parts/monitors/monitor-edits.ts'
import type { BulkRequests } from './bulk.ts'

/** Returns the requests of one bulk operation. All go to the project that is selected now. */
export function createBulkRequests(): BulkRequests {
  const headers = getProjectHeader()
  return {
    batch: (job, ids) =>
      getData(
        api.POST('/api/monitors/batch', {
          headers,
          body: {
            action: job.kind,
            monitor_ids: ids,
            ...(job.kind === 'silence' && { until: job.until, ...(job.note && { note: job.note }) }),
            ...(job.kind === 'pause' && job.until && { until: job.until }),
          },
        }),
      ),
    edit: (job, ids) => {
      const change =
        job.kind === 'move'
          ? { set: { group_id: job.groupId } }
          : { add_tags: [...job.add], remove_tags: [...job.remove] }
      return sendEdits([{ monitor_ids: ids, ...change }], false, headers)
    },
  }
}
