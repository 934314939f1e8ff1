/**
 * Parts of the dashboard that come when they are needed. A phone that is out of the net for a moment, or a server that
 * starts anew, must not cost the page: whoever waits goes on as soon as the part comes.
 *
 *     const Palette = lazy(() => chunk(() => import('./palette.tsx')))
 */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** A page that was loaded anew for a missing part this lately is not loaded anew for it again. */
const RELOAD_MS = 60_000
const RELOADED_AT_KEY = 'wk-reloaded-at'

/** @throws what the browser says, when the server is there and has no such part even for a page loaded anew */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await load()
    } catch (cause) {
      await pause(wait)
      if (!(await isServerThere())) continue
      // It may have come with the network just now. If not, the server has another dashboard than this page
      const late = await load().catch(() => null)
      if (late !== null) return late
      if (!claimReload()) throw cause
      location.reload()
      return new Promise(() => {})
    }
  }
}

const isServerThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

function claimReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (Date.now() - last < RELOAD_MS) return false
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    return true
  } catch {
    return false // storage is off: nobody would know of a circle
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
