/** The table as a file. A link could not fetch it: the credential goes along in a header. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { asProblem } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import { readTable, type Wish } from './queries.ts'

/** Browsers read the file after the click; one that is taken away at once may come out empty. */
const KEEP_MS = 10_000

export function DownloadButton({ wish }: { wish: Wish }) {
  const { reports } = useText()
  const tell = useToast()
  const words = useProblemText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readTable(wish),
    onSuccess: (table) => save(table, `uptime-${wish.month}.csv`),
    onError: (error) => tell.failed(reports.downloadFailed, words(asProblem(error))),
  })
  return (
    <Button icon={Download} isPending={isPending} onClick={() => mutate()}>
      {reports.download}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}
