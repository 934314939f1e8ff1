/**
 * Parts of the dashboard that are loaded on demand. A phone that is offline for a moment or a restarting server must
 * not break the page: loading is retried until the part arrives.
 *
 *     const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))
 */
import { useEffect } from 'react'
import { loadMoreTexts } from '../text/languages.ts'
import { isServerThere, reportNoAnswer } from './connection.ts'
import { hasOpenWrites } from './pending-writes.ts'
import { ApiProblem } from './problem.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** A browser waits without a limit for a part whose request is lost. */
const LOAD_LIMIT_MS = 10_000

/** Within this time after a reload for a missing part, the page is not reloaded again. */
const RELOAD_MS = 60_000
const RELOADED_AT_KEY = 'wk-reloaded-at'

/** The first screen comes first. */
const PRELOAD_AFTER_MS = 2_000

const preloaded = new Set<() => Promise<unknown>>()

/**
 * Loads a part before its first use, so that an action for which an incident leaves no time opens without a connection.
 * A part that fails is loaded when it is needed.
 *
 * @param load imports the part; stays the same between renders
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (preloaded.has(load) || savesData()) return
    preloaded.add(load)
    setTimeout(() => void Promise.all([load(), loadMoreTexts()]).catch(() => {}), PRELOAD_AFTER_MS)
  }, [load])
}

/** Whether the user asks for less data. Browsers without this setting do not have the object. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads a part, and the texts that the first screen did not need: see `loadFirstChunk`. */
export const loadChunk = <T>(load: () => Promise<T>, mayReload = true): Promise<T> =>
  loadFirstChunk(async () => {
    const [part] = await Promise.all([load(), loadMoreTexts()])
    return part
  }, mayReload)

/**
 * Loads a part and retries while the server is unreachable. Reloads the page once if the server no longer has the part,
 * or if the part does not arrive although the server answers. While changes are unsent, it retries instead.
 *
 * @param mayReload false retries instead, for a part that shows failed actions, which a reload would lose
 * @throws ApiProblem NOT_LOADED, if the part is missing even after a reload
 */
export async function loadFirstChunk<T>(load: () => Promise<T>, mayReload = true): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await limitTime(load())
    } catch (cause) {
      await pause(wait)
      if (!(await isServerThere())) {
        reportNoAnswer()
        continue
      }
      // The network may have just come back. If the part is still missing, the server has a newer dashboard than this
      // page
      const late = await limitTime(load()).catch(() => null)
      if (late !== null) return late
      if (!mayReload || hasOpenWrites()) continue
      if (!claimReload()) throw new ApiProblem(0, { code: 'NOT_LOADED', message: String(cause) })
      location.reload()
      return new Promise(() => {})
    }
  }
}

/** Rejects after the limit. The part may still arrive: the next attempt of the browser waits for the same request. */
function limitTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${LOAD_LIMIT_MS / 1_000} s`)), LOAD_LIMIT_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

function claimReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (Date.now() - last < RELOAD_MS) return false
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    return true
  } catch {
    return false // the browser blocks storage, so a reload loop could not be detected
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(finish, ms)
    addEventListener('online', finish)
    function finish() {
      clearTimeout(timer)
      removeEventListener('online', finish)
      done()
    }
  })
