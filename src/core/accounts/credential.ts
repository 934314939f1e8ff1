/** Format of API keys. */

/** The service's prefix, an underscore and 64 hexadecimal characters. */
const API_KEY = /^wk_[0-9a-f]{64}$/

export const isApiKey = (text: string): boolean => API_KEY.test(text)

/** @param random 32 bytes */
export const formatApiKey = (random: Uint8Array): string =>
  `wk_${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Part of a key that is enough to distinguish two keys: `wk_1a2b…9f8e`. */
export const toKeyPreview = (key: string): string => `${key.slice(0, 7)}…${key.slice(-4)}`
