/** Chromium under the POSIX locale reports `en-US@posix`. `Intl` refuses it, and uPlot gives it to `Intl` when it is loaded. */
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US' })
}
