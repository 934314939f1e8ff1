/** Requests of bulk edits. */
import { api, getData } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import type { RequestBody, Schemas } from '../../api/types.ts'

type Body = RequestBody<'/api/monitors/bulk-edit', 'post'>
export type Edit = Body['edits'][number]
export type EditResult = Schemas['BulkEditResult']

export const sendEdits = (edits: Edit[], isDryRun = false): Promise<EditResult> =>
  getData(api.POST('/api/monitors/bulk-edit', { body: { edits, ...(isDryRun && { dry_run: true }) } }))

/** Restores the previous values, the latest change first. Rejects when a monitor cannot be restored. */
export async function restoreValues(undo: readonly { edits: Edit[] }[]): Promise<void> {
  for (const { edits } of undo.toReversed()) {
    const { failed, results } = await sendEdits(edits)
    const error = results.find((one) => one.error)?.error
    if (error) throw new ApiProblem(409, { ...error, message: `${error.message} (${failed})` })
  }
}
