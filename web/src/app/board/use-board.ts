/** The board of the project that is looked at: one for the whole page, read once and then told what changes. */
import { useCallback, useSyncExternalStore } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { currentLine, onLineChange, onLiveEvent } from '../../api/events.ts'
import { useProjectId } from '../../api/project.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { Board } from './board.ts'
import type { MonitorLine } from './line.ts'

/** What no event tells, such as the beginning of planned maintenance, is seen after this long at the latest. */
const ANEW_MS = 120_000

let current: { project: string | null; board: Board; stop: () => void } | null = null

function boardOf(project: string | null): Board {
  if (current?.project === project) return current.board
  current?.stop()
  const board = new Board(() => dataOf(api.GET('/api/dashboard/monitors')))
  const stops = [
    onLiveEvent((event) => board.hear(event)),
    // What happened between the reading and the opening of the stream is known to nobody
    onLineChange(() => currentLine() === 'live' && board.readSoon()),
    onSessionChange(() => currentSession().state === 'out' && forget()),
    every(ANEW_MS, () => board.isWatched && document.visibilityState === 'visible' && board.readSoon()),
  ]
  const stop = () => {
    for (const end of stops) end()
    board.close()
  }
  current = { project, board, stop }
  void board.load()
  return board
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** Nothing of one account is left for the next. */
function forget(): void {
  current?.stop()
  current = null
}

export const useBoard = (): Board => boardOf(useProjectId())

/** Draws anew when the order of monitors may have changed, a few times a second at most. */
export const useMoves = (board: Board): number => useSyncExternalStore(board.onMove, () => board.moves)

const never = () => () => {}

/** Draws anew when response times have changed, every few seconds at most. @param isWanted whether they matter */
export const useMeasures = (board: Board, isWanted: boolean): number =>
  useSyncExternalStore(isWanted ? board.onMeasure : never, () => (isWanted ? board.measures : 0))

/** One monitor; undefined when it is gone. */
export function useMonitorLine(board: Board, id: string): MonitorLine | undefined {
  const subscribe = useCallback((listener: () => void) => board.watch(id, listener), [board, id])
  return useSyncExternalStore(subscribe, () => board.line(id))
}
