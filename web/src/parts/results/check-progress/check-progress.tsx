/** The phases of a check while it runs, and the phase in which it failed. */
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { WatchedResult } from '../../../api/watched-check.ts'
import type { Catalogue } from '../../../text/catalogue.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { ResultDetail } from '../result-detail.tsx'
import { findAddress, findFailedPhase, type PhaseRow } from './phase-rows.ts'

/** A running check, or its result. A failure shows its phases above the result. */
export function CheckProgress({ phases, result }: { phases: readonly PhaseRow[]; result: WatchedResult | null }) {
  const failedAt = result && findFailedPhase(phases, result)
  return (
    <div className="flex flex-col gap-5">
      {(result === null || failedAt !== null) && <Phases phases={phases} failedAt={failedAt} />}
      {result && <ResultDetail result={result} />}
    </div>
  )
}

function Phases({ phases, failedAt }: { phases: readonly PhaseRow[]; failedAt: number | null }) {
  const text = useText().checkPhases
  const isRunning = phases.length === 0 || phases.some(({ ms }) => ms === null)
  const now = useTick(isRunning && failedAt === null)
  return (
    // Not announced row by row: the result is
    <ol aria-label={text.label} aria-live="off" className="flex flex-col gap-1">
      {phases.length === 0 && <Row state="running" label={text.starting} ms={null} error={null} />}
      {phases.map((row, index) => (
        <Row
          key={index}
          state={row.ms === null ? 'running' : index === failedAt || row.error !== null ? 'failed' : 'done'}
          label={describePhase(text, row, findAddress(phases, index))}
          ms={row.ms ?? Math.max(0, now - row.since)}
          error={row.error}
        />
      ))}
      {failedAt === phases.length && <Row state="failed" label={text.judge} ms={null} error={null} />}
    </ol>
  )
}

type RowState = 'running' | 'done' | 'failed'

const ICONS = { running: LoaderCircle, done: CircleCheck, failed: CircleX }
const TONES = { running: 'text-accent animate-spin motion-reduce:animate-none', done: 'text-up', failed: 'text-down' }

function Row(props: { state: RowState; label: string; ms: number | null; error: string | null }) {
  const { state, label, ms, error } = props
  const text = useText().checkPhases
  const format = useFormat()
  const Icon = ICONS[state]
  return (
    <li
      className={cx(
        'grid grid-cols-[auto_1fr_auto] items-start gap-x-2',
        state === 'failed' && 'font-medium text-down',
      )}
    >
      <Icon className={cx('mt-0.5 size-4', TONES[state])} role="img" aria-label={text.state[state]} />
      <span className="min-w-0 wrap-anywhere">
        {label}
        {error !== null && <span className="block text-sm font-normal">{error}</span>}
      </span>
      <span className="tabular text-muted">{ms !== null && format.ms(state === 'running' ? Math.round(ms) : ms)}</span>
    </li>
  )
}

function describePhase(
  text: Catalogue['checkPhases'],
  { phase, subject, number, count }: PhaseRow,
  address: string | null,
) {
  const name = subject ?? ''
  if (phase === 'ping') return text.ping(String(number), String(count), name)
  if (phase === 'resolve') return address === null ? text.resolve(name) : `${text.resolve(name)} → ${address}`
  if (phase === 'wait' || phase === 'connect' || phase === 'query') return text[phase](name)
  return text.plain[phase as keyof Catalogue['checkPhases']['plain']] ?? phase
}

const TICK_MS = 100

/** @returns `performance.now()`, updated several times a second */
function useTick(isOn: boolean): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
