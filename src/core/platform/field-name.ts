/** Names that the API knew before the settings did; all others are the same in snake case. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  verifyTls: 'verify_ssl',
  slowThresholdMs: 'slow_response_threshold_ms',
}

/** What a field is called outside: `intervalSeconds` is `interval_seconds`. */
export const apiName = (key: string): string =>
  OWN_NAMES[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
