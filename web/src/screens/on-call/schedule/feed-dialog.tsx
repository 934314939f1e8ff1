/** The calendar feed of a schedule: its URL is shown once, replaced or revoked. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyBox } from '../../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormProblem, useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { ON_CALL, type Schedule } from '../queries.ts'

export function FeedDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { schedules, common } = useText()
  const { feed: labels } = schedules
  const client = useQueryClient()
  const toast = useToast()
  const [url, setUrl] = useState<string | null>(null)
  const params = { path: { id: schedule.id } }
  const refresh = () => void client.invalidateQueries({ queryKey: ON_CALL })
  const creation = useSubmit(() => getData(api.POST('/api/on-call-schedules/{id}/feed', { params })), {
    onDone: ({ feed_url }) => {
      setUrl(feed_url)
      refresh()
    },
  })
  const deletion = useSubmit(() => getData(api.DELETE('/api/on-call-schedules/{id}/feed', { params })), {
    onDone: () => {
      toast.done(labels.revoked)
      refresh()
      onClose()
    },
  })
  const hasFeed = schedule.has_feed || url !== null
  return (
    <Dialog isOpen onClose={onClose} title={labels.title(schedule.name)} description={labels.help}>
      <FormProblem problem={creation.problem ?? deletion.problem} />
      {/* Stays in place, so that screen readers report the URL */}
      <div role="status" className="mb-4 flex flex-col gap-2">
        {url === null ? (
          <p>{hasFeed ? labels.exists : labels.none}</p>
        ) : (
          <>
            <CopyBox value={url} label={labels.url} />
            <p className="text-sm text-muted">{labels.urlHelp}</p>
          </>
        )}
        {url === null && hasFeed && <p className="text-sm text-muted">{labels.replaceHelp}</p>}
      </div>
      <DialogActions>
        {hasFeed && (
          <Button variant="danger" isPending={deletion.isPending} onClick={deletion.submit} className="mr-auto">
            {labels.revoke}
          </Button>
        )}
        <Button onClick={onClose}>{common.close}</Button>
        {url === null && (
          <Button variant="primary" isPending={creation.isPending} onClick={creation.submit}>
            {hasFeed ? labels.replace : labels.create}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
