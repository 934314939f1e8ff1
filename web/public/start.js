// Loads the page again when the scripts or styles of the dashboard do not arrive. Without them the page is empty, and
// nothing else can report it. A browser requests a failed script again only when it loads the page again

/** A slow network needs this long for the first scripts. */
const LIMIT_MS = 20_000

const RETRY_MS = 3_000

const TEXT = navigator.language.startsWith('de')
  ? 'Das Dashboard wurde nicht vollständig geladen. Die Seite versucht es alle paar Sekunden erneut.'
  : 'The dashboard did not load completely. The page tries again every few seconds.'

const isEmpty = () => !document.getElementById('root')?.firstChild

/** The style may have failed before this script arrived. */
const isUnstyled = () => getComputedStyle(document.documentElement).getPropertyValue('--bottom-bar') === ''

let message = null

/** @param mustReload returns whether the page is still of no use */
function report(mustReload) {
  if (message !== null || !mustReload()) return
  message = document.createElement('p')
  message.textContent = TEXT
  message.setAttribute('role', 'alert')
  message.style.cssText = 'position: fixed; top: 0; margin: 2rem; font-family: sans-serif'
  document.documentElement.append(message)
  setTimeout(() => reload(mustReload), RETRY_MS)
}

async function reload(mustReload) {
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(RETRY_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!mustReload()) message.remove()
  else if (isThere) location.reload()
  else setTimeout(() => reload(mustReload), RETRY_MS)
}

addEventListener(
  'error',
  ({ target }) => {
    // A part that is loaded later is loaded again without a new page: see `src/api/chunk.ts`
    const isPart = target instanceof HTMLScriptElement || target.rel === 'stylesheet'
    if (isPart && document.readyState !== 'complete') report(() => true)
  },
  true,
)
setTimeout(() => report(() => isEmpty() || isUnstyled()), LIMIT_MS)
