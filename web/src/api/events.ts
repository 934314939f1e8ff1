/**
 * Live events of the project. The whole page shares one stream, and components subscribe to it.
 *
 * The stream is read with `fetch`, since `EventSource` can send no credentials except cookies.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { useEffect, useSyncExternalStore } from 'react'
import { sendAuthorized } from './client.ts'
import { onNoAnswer, reportAnswer } from './connection.ts'
import type { Schemas } from './types.ts'

type Result = Schemas['CheckResult']

export type LiveEvent =
  | {
      type: 'monitor.status'
      data: {
        monitor_id: string
        from_status?: string
        to_status: string
        reason: string
        /** Absent for `up`. */
        parsed_reason?: Schemas['StatusReason']
        started_at: string
      }
    }
  | {
      type: 'monitor.result'
      data: { monitor_id: string; result: Result; confirming: Schemas['Confirming'] | null }
    }
  | {
      type: 'group.status'
      data: { group_id: string; from_status?: string; to_status: string; reason: string; started_at: string }
    }
  | { type: 'monitor.created' | 'monitor.updated' | 'monitor.deleted'; data: { monitor_id: string } }
  | {
      type: 'incident.opened' | 'incident.acknowledged' | 'incident.updated' | 'incident.resolved' | 'incident.reopened'
      data: {
        incident: {
          id: string
          status: string
          severity: string
          title: string
          acknowledged_by_name?: string | null
          acknowledged_via?: string
        }
        monitor?: { id: string; name?: string }
        /** `user_name` is null for changes by the service. */
        update?: { user_name: string | null }
      }
    }
  | { type: 'incident.deleted'; data: { incident_id: string } }
  /** Events were or may have been missed: all shown data has to be read again. */
  | { type: 'reset'; data: Record<string, never> }

type ConnectionState = 'connecting' | 'live' | 'lost'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Two missing heartbeats: the server sends data at least every 4 seconds. */
const IDLE_TIMEOUT_MS = 8_500

const listeners = new Set<(event: LiveEvent) => void>()
const connectionListeners = new Set<() => void>()
let connectionState: ConnectionState = 'connecting'
let streamAbort: AbortController | null = null
/** Ends the present connection; the stream then connects again. */
let dropConnection: () => void = () => {}

function setConnectionState(next: ConnectionState): void {
  if (next === connectionState) return
  connectionState = next
  for (const listener of connectionListeners) listener()
}

// The next connection shows whether the server answers again
onNoAnswer(() => connectionState === 'live' && dropConnection())
globalThis.addEventListener?.('offline', () => dropConnection())

export const getConnectionState = (): ConnectionState => connectionState

export function onConnectionChange(listener: () => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

export const useConnectionState = (): ConnectionState => useSyncExternalStore(onConnectionChange, getConnectionState)

/**
 * Calls `listener` on every event while the component is mounted.
 *
 * @param listener stays the same between renders
 */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  useEffect(() => onLiveEvent(listener), [listener])
}

export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the stream. Closes an open stream first, since the project may have changed. */
export function openStream(): void {
  streamAbort?.abort()
  streamAbort = new AbortController()
  void runStream(streamAbort.signal)
}

export function closeStream(): void {
  streamAbort?.abort()
  streamAbort = null
}

async function runStream(signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS
  let lastId: string | null = null
  let isFirst = true
  while (!signal.aborted) {
    setConnectionState(isFirst ? 'connecting' : 'lost')
    try {
      await readStream(signal, lastId, {
        onOpen: () => {
          setConnectionState('live')
          wait = FIRST_WAIT_MS
          // Events between the last read and this connection may have been missed
          if (lastId === null && !isFirst) notifyListeners({ type: 'reset', data: {} })
          isFirst = false
        },
        onMessage: (message) => {
          if (message.id) lastId = message.id
          if (message.event) notifyListeners({ type: message.event, data: JSON.parse(message.data) } as LiveEvent)
        },
        onLastId: (id) => {
          lastId = id
        },
      })
    } catch {
      // A new connection attempt follows any error
    }
    if (signal.aborted) return
    setConnectionState('lost')
    isFirst = false
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

interface StreamHandlers {
  onOpen: () => void
  onMessage: (message: EventSourceMessage) => void
  /** Receives an event id that came without an event. */
  onLastId: (id: string) => void
}

async function readStream(
  signal: AbortSignal,
  lastId: string | null,
  { onOpen, onMessage, onLastId }: StreamHandlers,
): Promise<void> {
  const idle = new AbortController()
  dropConnection = () => {
    idle.abort()
    if (!signal.aborted) setConnectionState('lost')
  }
  let timer = setTimeout(dropConnection, IDLE_TIMEOUT_MS)
  const ending = AbortSignal.any([signal, idle.signal])
  try {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (lastId !== null) headers['last-event-id'] = lastId
    const response = await sendAuthorized(new Request(`${location.origin}/api/events`, { headers, signal: ending }))
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream || response.body === null) throw new Error(`the stream answered ${response.status}`)
    onOpen()
    const parser = createParser({ onEvent: onMessage })
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      clearTimeout(timer)
      timer = setTimeout(dropConnection, IDLE_TIMEOUT_MS)
      reportAnswer()
      const idLine = /^id: (\S+)\n\n/m.exec(chunk.value)
      if (idLine) onLastId(idLine[1]!)
      parser.feed(chunk.value)
    }
  } finally {
    clearTimeout(timer)
  }
}

function notifyListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(finish, ms)
    // A laptop that wakes up or a phone that is online again need not wait
    addEventListener('online', finish)
    document.addEventListener('visibilitychange', finish)
    signal.addEventListener('abort', finish)
    function finish() {
      clearTimeout(timer)
      removeEventListener('online', finish)
      document.removeEventListener('visibilitychange', finish)
      signal.removeEventListener('abort', finish)
      done()
    }
  })
