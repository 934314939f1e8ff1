import { BoundedMap, getOrCreate } from '../maps.ts'

/** API names that differ from the names of the settings; all other names are the same in snake case. */
const API_NAMES: Readonly<Record<string, string>> = {
  verifyTls: 'verify_ssl',
  slowThresholdMs: 'slow_response_threshold_ms',
}

/** More than there are fields. An audit entry converts about thirty names, and a plan of 10,000 monitors 600,000. */
const known = new BoundedMap<string, string>(1_000)

/** Returns the API name of a field: `intervalSeconds` is `interval_seconds`. */
export const toApiName = (key: string): string => getOrCreate(known, key, convert)

const convert = (key: string): string => API_NAMES[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
