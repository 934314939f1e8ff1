/** The next occurrences as computed by the server, in the window's time zone and the user's. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { toProblem } from '../../api/problem.ts'
import { getLocalZone } from '../../parts/forms/zone-picker.tsx'
import { useText } from '../../text/text.tsx'
import { useReadProblemText } from '../../ui/notice.tsx'
import { occurrencesQuery } from './queries.ts'
import { type TimesDraft, toTimes } from './times-draft.ts'
import { useFormatMoment } from './use-time-texts.ts'

export function Preview({ draft }: { draft: TimesDraft }) {
  const { preview } = useText().maintenance
  const describeProblem = useReadProblemText()
  const times = useDeferredValue(toTimes(draft))
  const { data, error } = useQuery(occurrencesQuery(times))
  const zone = draft.zone
  const isOtherZone = zone !== getLocalZone()
  const formatInZone = useFormatMoment(zone)
  const here = useFormatMoment()
  if (times === null) return null
  return (
    <section className="rounded-md bg-sunken px-3 py-2.5 text-sm" aria-live="polite">
      <h3 className="font-medium">
        {preview.title} {isOtherZone && <span className="font-normal text-muted">{preview.inZone(zone)}</span>}
      </h3>
      {error ? (
        <p className="text-error">{toProblem(error).issues[0]?.message ?? describeProblem(toProblem(error))}</p>
      ) : data?.length === 0 ? (
        <p className="text-muted">{preview.none}</p>
      ) : (
        <ol className="mt-0.5 tabular">
          {data?.map(({ starts_at: at }) => (
            <li key={at} className="flex flex-wrap gap-x-3">
              <span>{formatInZone(at)}</span>
              {isOtherZone && (
                <span className="text-muted">
                  {here(at)} {preview.yours}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
