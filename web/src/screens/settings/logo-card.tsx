/** The logo on printed reports. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { type ApiProblem, toProblem } from '../../api/problem.ts'
import { FileButton, readBase64 } from '../../parts/forms/file-button.tsx'
import { logoQuery } from '../../parts/platform/logo.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton, useProblemText } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'

/** The limit of the API, which refuses a much larger file before it reads the content. */
const MAX_BYTES = 64 * 1024

const TYPES = 'image/png,image/jpeg,image/webp'

export function LogoCard() {
  const labels = useText().settings.organization
  const { data, error, refetch } = useQuery(logoQuery)
  return (
    <Card title={labels.logo}>
      {error && data === undefined ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <LogoForm logo={data} />
      )}
    </Card>
  )
}

function LogoForm({ logo }: { logo: string | null }) {
  const { settings, common } = useText()
  const labels = settings.organization
  const client = useQueryClient()
  const toast = useToast()
  const describeProblem = useProblemText()
  const [isTooLarge, setTooLarge] = useState(false)
  const replace = async (image: string | null) => {
    const { logo: saved } = await getData(api.PUT('/api/organization/logo', { body: { image } }))
    client.setQueryData(logoQuery.queryKey, saved.image)
  }
  const change = useMutation({
    mutationFn: replace,
    onSuccess: () => toast.done(common.saved, undefined, () => replace(logo)),
  })
  const choose = async ([file]: File[]) => {
    if (!file) return
    change.reset()
    setTooLarge(file.size > MAX_BYTES)
    // The server judges the content, whatever type the browser derives from the name
    if (file.size <= MAX_BYTES) change.mutate(`data:;base64,${await readBase64(file)}`)
  }
  const problem = change.error && toProblem(change.error)
  const refusal = isTooLarge || isAboutImage(problem) ? labels.logoRefused : problem && describeProblem(problem)
  return (
    <div className="flex flex-col items-start gap-3">
      {/* Logos are made for paper, so that dark ones are invisible on a dark background */}
      {logo && <img src={logo} alt={labels.logo} className="max-h-16 max-w-full rounded-md bg-white p-2" />}
      <p className="text-sm text-muted">{labels.logoHelp}</p>
      {refusal && (
        <p role="alert" className="text-error">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <FileButton label={labels.logoChoose} accept={TYPES} isPending={change.isPending} onChoose={choose} />
        {logo && (
          <Button onClick={() => change.mutate(null)} isPending={change.isPending}>
            {labels.logoRemove}
          </Button>
        )}
      </div>
    </div>
  )
}

const isAboutImage = (problem: ApiProblem | null): boolean =>
  problem?.issues.some(({ field }) => field === 'image') ?? false
