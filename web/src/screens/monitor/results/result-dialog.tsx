import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { toProblem } from '../../../api/problem.ts'
import { ResultDetail } from '../../../parts/results/result-detail.tsx'
import { useText } from '../../../text/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { resultQuery } from '../queries.ts'

/** @param resultId null when none is open */
export function ResultDialog({ id, resultId, onClose }: { id: string; resultId: string | null; onClose: () => void }) {
  const { result: text } = useText().monitor
  return (
    <Dialog isOpen={resultId !== null} onClose={onClose} title={text.title} isWide>
      {resultId !== null && <Body id={id} resultId={resultId} />}
    </Dialog>
  )
}

function Body({ id, resultId }: { id: string; resultId: string }) {
  const { result: text } = useText().monitor
  const { data, error, refetch } = useQuery(resultQuery(id, resultId))
  if (data) return <ResultDetail result={data} />
  if (!error) return <Skeleton lines={8} />
  if (toProblem(error).isMissing) return <Notice icon={SearchX} title={text.gone} />
  return <LoadError error={error} onRetry={() => void refetch()} />
}
