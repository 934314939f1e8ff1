/**
 * Chromium reports `en-US@posix` under the POSIX locale. uPlot passes the language to `Intl` when it is loaded, and
 * `Intl` rejects this value.
 */
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US' })
}
