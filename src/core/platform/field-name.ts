/** API names that differ from the names of the settings; all other names are the same in snake case. */
const API_NAMES: Readonly<Record<string, string>> = {
  verifyTls: 'verify_ssl',
  slowThresholdMs: 'slow_response_threshold_ms',
}

/** Returns the API name of a field: `intervalSeconds` is `interval_seconds`. */
export const toApiName = (key: string): string =>
  API_NAMES[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
