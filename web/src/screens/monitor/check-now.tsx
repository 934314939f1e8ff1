/** Runs a check now and shows its phases, then its result. */
import { useQueryClient } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { getProjectId } from '../../api/project.ts'
import { runWatchedCheck } from '../../api/watched-check.ts'
import { useFailureMessage } from '../../app/use-action.ts'
import { CheckProgress } from '../../parts/results/check-progress/check-progress.tsx'
import { useCheckRun } from '../../parts/results/check-progress/use-check-run.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { resultQuery, toMonitorKey } from './queries.ts'

export function CheckNow({ id }: { id: string }) {
  const text = useText().monitor
  const labels = useText().checkPhases
  const client = useQueryClient()
  const showFailure = useFailureMessage()
  const [projectId] = useState(getProjectId)
  const [isOpen, setOpen] = useState(false)
  const check = useCheckRun((onPhase) => runWatchedCheck(`/api/monitors/${id}/check`, null, onPhase), {
    onResult: (result) => {
      client.setQueryData(resultQuery(id, result.id).queryKey, result)
      void client.invalidateQueries({
        queryKey: [toMonitorKey(id)],
        predicate: ({ queryKey }) => queryKey[1] !== 'result',
      })
    },
    onError: (error) => {
      setOpen(false)
      showFailure({ name: text.actions.check, projectId }, error, start)
    },
  })
  function start() {
    setOpen(true)
    check.start()
  }
  return (
    <>
      <Button variant="primary" icon={Zap} isPending={check.isPending && !isOpen} onClick={start}>
        {check.isPending ? text.actions.checking : text.actions.check}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={check.result ? text.result.title : labels.title}
        isWide
      >
        <div role="status">
          <CheckProgress phases={check.phases} result={check.result} />
        </div>
        {check.isPending && <p className="mt-4 text-sm text-muted">{labels.stillRuns}</p>}
      </Dialog>
    </>
  )
}
