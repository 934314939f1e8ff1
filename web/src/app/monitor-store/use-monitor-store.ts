/** The monitor store of the selected project: one for the whole page, read once and then updated by live events. */
import { useCallback, useSyncExternalStore } from 'react'
import { api, getData } from '../../api/client.ts'
import { getConnectionState, onConnectionChange, onLiveEvent } from '../../api/events.ts'
import { getProjectId, getStoredProjectId, useProjectId } from '../../api/project.ts'
import { getSession, onSessionChange } from '../../api/session.ts'
import { MonitorStore } from './monitor-store.ts'
import type { MonitorSummary } from './monitor-summary.ts'

/** Changes without an event, such as the start of planned maintenance, appear after this time at the latest. */
const RELOAD_INTERVAL_MS = 120_000

let current: { project: string | null; board: MonitorStore; stop: () => void } | null = null

function getMonitorStore(project: string | null): MonitorStore {
  if (current?.project === project) return current.board
  current?.stop()
  const headers = project === null ? {} : { 'x-project-id': project }
  const store = new MonitorStore(() => getData(api.GET('/api/dashboard/monitors', { headers })))
  const stops = [
    onLiveEvent((event) => store.handleEvent(event)),
    // Events between the read and the opening of the stream may have been missed
    onConnectionChange(() => getConnectionState() === 'live' && store.scheduleReload()),
    onSessionChange(() => getSession().state === 'out' && closeStore()),
    repeatEvery(
      RELOAD_INTERVAL_MS,
      () => store.hasOrderListeners && document.visibilityState === 'visible' && store.scheduleReload(),
    ),
  ]
  const stop = () => {
    for (const end of stops) end()
    store.close()
  }
  current = { project, board: store, stop }
  void store.load()
  return store
}

function repeatEvery(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** Returns a monitor if a screen has loaded it; requests nothing. */
export const findLoadedMonitor = (id: string): MonitorSummary | undefined => current?.board.findMonitor(id)

/** No data of one account may remain for the next. */
function closeStore(): void {
  current?.stop()
  current = null
}

/**
 * Reads the monitors of the project that was selected last, while the account is still being read. If the account has
 * no such project, the store of another replaces this one.
 */
export function loadMonitorsEarly(): void {
  const project = getProjectId() ?? getStoredProjectId()
  if (project !== null) getMonitorStore(project)
}

export const useMonitorStore = (): MonitorStore => getMonitorStore(useProjectId())

/** Re-renders when the order of monitors may have changed, at most a few times a second. */
export const useOrderVersion = (store: MonitorStore): number =>
  useSyncExternalStore(store.onOrderChange, () => store.orderVersion)

const subscribeNever = () => () => {}

/**
 * Re-renders when response times have changed, at most every few seconds.
 *
 * @param isWanted whether the caller depends on response times
 */
export const useResponseTimeVersion = (store: MonitorStore, isWanted: boolean): number =>
  useSyncExternalStore(isWanted ? store.onResponseTimeChange : subscribeNever, () =>
    isWanted ? store.responseTimeVersion : 0,
  )

/** Returns one monitor; undefined when it is gone. */
export function useMonitorSummary(store: MonitorStore, id: string): MonitorSummary | undefined {
  const subscribe = useCallback((listener: () => void) => store.watch(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.findMonitor(id))
}
