/** Names that the API knew before the settings did; all others are the same in snake case. */
const API_NAMES: Readonly<Record<string, string>> = {
  verifyTls: 'verify_ssl',
  slowThresholdMs: 'slow_response_threshold_ms',
}

/** What a field is called outside: `intervalSeconds` is `interval_seconds`. */
export const toApiName = (key: string): string =>
  API_NAMES[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
