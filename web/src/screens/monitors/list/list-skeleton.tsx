import { useText } from '../../../text/text.tsx'

/** Placeholder for the summary, the search and the rows, so that nothing shifts when they load. */
export function ListSkeleton() {
  const { common } = useText()
  return (
    <div role="status" className="animate-pulse">
      <span className="sr-only">{common.loading}</span>
      <div className="h-[6.75rem] rounded-lg border border-line bg-surface sm:h-18" aria-hidden />
      <div className="flex gap-2 py-4" aria-hidden>
        <div className="h-9 w-full rounded-md bg-sunken sm:w-72" />
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface" aria-hidden>
        <div className="hidden h-10 border-b border-line sm:block" />
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className="flex h-14 items-center gap-3 border-b border-line px-3 last:border-b-0">
            <div className="size-5 rounded-full bg-line" />
            <div className="h-4 rounded bg-line" style={{ width: `${18 + ((index * 11) % 23)}%` }} />
          </div>
        ))}
      </div>
    </div>
  )
}
