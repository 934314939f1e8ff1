import { useEffect, useRef, useState } from 'react'
import { type LiveEvent, onLiveEvent } from '../../api/events.ts'
import { applyEvents, type Loom, mergeNewest, startOfNewest } from './picture.ts'

/** The newest cells are read this often, and the whole picture once for every cell. */
const POLL_MS = 15_000
const WHOLE_MS = 300_000
/** The server returns the same picture for this time. */
const CACHE_MS = 5_000
/** Live events are shown at most this often. */
const EVENT_MS = 1_000

interface LoomView {
  loom: Loom | null
  /** Failure of the last read; the picture stays. */
  error: unknown
}

/**
 * Reads the picture and keeps it up to date.
 *
 * @param read reads the cells from a time on, or all of them; stays the same between renders
 * @param isOver returns whether a failure ends the reads and removes the picture
 */
export function useLoom(
  read: (from: string | undefined) => Promise<Loom>,
  isOver: (error: unknown) => boolean = isNever,
): LoomView {
  const [view, setView] = useState<LoomView>({ loom: null, error: null })
  const known = useRef<Loom | null>(null)
  useEffect(() => {
    let [isClosed, wholeAt] = [false, 0]
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (loom: Loom | null, error: unknown = null) => {
      if (isClosed) return
      known.current = loom
      setView({ loom, error })
    }
    const pollAfter = (ms: number) => {
      clearTimeout(timer)
      if (!isClosed) timer = setTimeout(poll, ms)
    }
    const poll = async () => {
      try {
        const last = Date.now() - wholeAt < WHOLE_MS ? known.current : null
        const newest = last && mergeNewest(last, await read(startOfNewest(last)))
        if (!newest) wholeAt = Date.now()
        show(newest ?? (await read(undefined)))
      } catch (error) {
        const ends = isOver(error)
        show(ends ? null : known.current, error)
        if (ends) return
      }
      pollAfter(POLL_MS)
    }
    known.current = null
    void poll()
    const stopEvents = followEvents(known, show, () => pollAfter(CACHE_MS))
    return () => {
      isClosed = true
      clearTimeout(timer)
      stopEvents()
    }
  }, [read, isOver])
  return view
}

const isNever = () => false

/** Applies live events to the current cell, and reads again when an incident changes. */
function followEvents(known: { current: Loom | null }, show: (loom: Loom) => void, readSoon: () => void): () => void {
  let events: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (known.current) show(applyEvents(known.current, events, Date.now()))
    if (events.some(({ type }) => type.startsWith('incident.'))) readSoon()
    events = []
  }
  const stop = onLiveEvent((event) => {
    events.push(event)
    timer ??= setTimeout(flush, EVENT_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
