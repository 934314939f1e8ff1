/** Requests that change fields of many monitors. */
import { api, getData } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { getProjectHeader } from '../../api/project.ts'
import type { RequestBody, Schemas } from '../../api/types.ts'

type Body = RequestBody<'/api/monitors/bulk-edit', 'post'>
export type Edit = Body['edits'][number]
export type EditResult = Schemas['BulkEditResult']

/** Maximum number of monitors in one request. */
export const MAX_EDITED = 1_000

export const sendEdits = (edits: Edit[], isDryRun = false, headers = getProjectHeader()): Promise<EditResult> =>
  getData(api.POST('/api/monitors/bulk-edit', { headers, body: { edits, ...(isDryRun && { dry_run: true }) } }))

/** Restores the previous values, the latest change first. Rejects when a monitor cannot be restored. */
export async function restoreValues(undo: readonly { edits: Edit[] }[]): Promise<void> {
  const headers = getProjectHeader()
  for (const { edits } of undo.toReversed()) {
    const { failed, results } = await sendEdits(edits, false, headers)
    const error = results.find((one) => one.error)?.error
    if (error) throw new ApiProblem(409, { ...error, message: `${error.message} (${failed})` })
  }
}
