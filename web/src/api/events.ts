/**
 * What happens in the project, while it happens. One stream for the whole page; whoever shows something listens.
 *
 * The stream is read with `fetch` and not with `EventSource`, which can send no credentials but cookies.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { useEffect, useSyncExternalStore } from 'react'
import { authorized } from './client.ts'
import type { Schemas } from './types.ts'

type Result = Schemas['CheckResult']

export type LiveEvent =
  | {
      type: 'monitor.status'
      data: { monitor_id: string; from_status?: string; to_status: string; reason: string; started_at: string }
    }
  | { type: 'monitor.result'; data: { monitor_id: string; result: Result } }
  | { type: 'monitor.created' | 'monitor.updated' | 'monitor.deleted'; data: { monitor_id: string } }
  | {
      type: 'incident.opened' | 'incident.acknowledged' | 'incident.updated' | 'incident.resolved' | 'incident.reopened'
      data: { incident: { id: string; status: string; severity: string; title: string }; monitor?: { id: string } }
    }
  | { type: 'incident.deleted'; data: { incident_id: string } }
  /** Events were missed, or may have been: whatever is shown has to be read anew. */
  | { type: 'reset'; data: Record<string, never> }

type Line = 'connecting' | 'live' | 'lost'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** The server sends something every 15 seconds. */
const SILENCE_MS = 45_000

const hearers = new Set<(event: LiveEvent) => void>()
const watchers = new Set<() => void>()
let line: Line = 'connecting'
let stop: AbortController | null = null

function become(next: Line): void {
  if (next === line) return
  line = next
  for (const watcher of watchers) watcher()
}

export const currentLine = (): Line => line

export function onLineChange(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useLine = (): Line => useSyncExternalStore(onLineChange, currentLine)

/** Calls back on every event for as long as the component is shown. @param hear stays the same between renders */
export function useLiveEvents(hear: (event: LiveEvent) => void): void {
  useEffect(() => onLiveEvent(hear), [hear])
}

export function onLiveEvent(hear: (event: LiveEvent) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** Opens the stream, anew when there was one: the project may be another. */
export function follow(): void {
  stop?.abort()
  stop = new AbortController()
  void keepFollowing(stop.signal)
}

export function unfollow(): void {
  stop?.abort()
  stop = null
}

async function keepFollowing(signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS
  let lastId: string | null = null
  let isFirst = true
  while (!signal.aborted) {
    become(isFirst ? 'connecting' : 'lost')
    try {
      await read(signal, lastId, {
        opened: () => {
          become('live')
          wait = FIRST_WAIT_MS
          // What happened between reading and listening is known to nobody
          if (lastId === null && !isFirst) tell({ type: 'reset', data: {} })
          isFirst = false
        },
        heard: (message) => {
          if (message.id) lastId = message.id
          if (message.event) tell({ type: message.event, data: JSON.parse(message.data) } as LiveEvent)
        },
        placed: (id) => {
          lastId = id
        },
      })
    } catch {
      // Whatever ended the stream, the next one is the answer
    }
    if (signal.aborted) return
    become('lost')
    isFirst = false
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

interface Reader {
  opened: () => void
  heard: (message: EventSourceMessage) => void
  /** The place in the stream came without an event. */
  placed: (id: string) => void
}

async function read(signal: AbortSignal, lastId: string | null, { opened, heard, placed }: Reader): Promise<void> {
  const quiet = new AbortController()
  let alarm = setTimeout(() => quiet.abort(), SILENCE_MS)
  const ending = AbortSignal.any([signal, quiet.signal])
  try {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (lastId !== null) headers['last-event-id'] = lastId
    const response = await authorized(new Request(`${location.origin}/api/events`, { headers, signal: ending }))
    if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`)
    opened()
    const parser = createParser({ onEvent: heard })
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      clearTimeout(alarm)
      alarm = setTimeout(() => quiet.abort(), SILENCE_MS)
      const place = /^id: (\S+)\n\n/m.exec(chunk.value)
      if (place) placed(place[1]!)
      parser.feed(chunk.value)
    }
  } finally {
    clearTimeout(alarm)
  }
}

function tell(event: LiveEvent): void {
  for (const hear of hearers) hear(event)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(finish, ms)
    // A laptop that wakes up, or a phone that is back in the net, need not wait
    addEventListener('online', finish)
    signal.addEventListener('abort', finish)
    function finish() {
      clearTimeout(timer)
      removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      done()
    }
  })
