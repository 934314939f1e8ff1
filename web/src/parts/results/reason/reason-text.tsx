import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatUnexpectedStatus } from './full-reason.ts'
import { parseReason } from './reason.ts'

interface Props {
  reason: string
  /** The reason in a few words, in front of the counts. The full message follows in a line of its own. */
  short?: string | undefined
  /** Whether the monitor is a heartbeat. One report of a job is enough, so no counts are shown. */
  isJob?: boolean
  className?: string
}

/** A reason of the status history in the user's language. */
export function ReasonText({ reason, short, isJob = false, className }: Props) {
  const text = useText()
  const { why } = text.monitor.currentStatus
  const { pause } = text.until
  const format = useFormat()
  const read = parseReason(reason)
  const checks = (count: number) => (count === 1 ? why.oneInARow : why.inARow(format.number(count)))
  switch (read.kind) {
    case 'trouble': {
      const message = <code className="font-mono text-[0.92em] wrap-anywhere">{read.message}</code>
      const unexpected = formatUnexpectedStatus(read.message, text)
      const hasDetail = unexpected === null && short !== undefined && short !== read.message
      return (
        <p className={className}>
          {unexpected ?? short ?? message}
          <span className={cx('text-muted', isJob && 'hidden')}>
            {' · '}
            {read.regions > 1 && `${why.failed(format.number(read.seen), format.number(read.regions))}, `}
            {read.inARow === null ? why.recovering : checks(read.inARow)}
            {read.dissent.length > 0 && `; ${why.othersUp(format.list(read.dissent))}`}
          </span>
          {hasDetail && <span className="block text-sm text-muted">{message}</span>}
        </p>
      )
    }
    case 'well':
      if (isJob) return <p className={className}>{why.jobFine}</p>
      return (
        <p className={className}>
          {read.regions > 1 ? why.passes(format.number(read.regions)) : why.passesOnly}
          <span className="text-muted">, {read.inARow === null ? why.doubtful : checks(read.inARow)}</span>
        </p>
      )
    case 'stale':
      return <p className={className}>{why.stale}</p>
    case 'created':
      return <p className={className}>{why.created}</p>
    case 'pause':
      return (
        <p className={className}>
          {read.until === null ? pause.what[read.what] : pause.started(format.dateTime(read.until))}
        </p>
      )
    case 'held':
      return <p className={className}>{read.isGroup ? why.heldByGroup(read.name) : why.held(read.name)}</p>
    case 'never_sent':
      return <p className={className}>{read.isGroup ? why.neverSentByGroup(read.name) : why.neverSent(read.name)}</p>
    case 'escalated':
      return <p className={className}>{why.escalated(read.step, read.round, read.recipients)}</p>
    case 'other':
      return <p className={className}>{read.text}</p>
  }
}
