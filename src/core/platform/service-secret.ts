/** What the keys of the service are derived from: one secret, or the present one and those before it. */
export type ServiceSecret = Uint8Array | readonly [Uint8Array, ...Uint8Array[]]

/** The present one first: it makes what is made now, and the others are still understood. */
export const listSecrets = (secret: ServiceSecret): readonly [Uint8Array, ...Uint8Array[]] =>
  secret instanceof Uint8Array ? [secret] : secret

export const getCurrentSecret = (secret: ServiceSecret): Uint8Array => listSecrets(secret)[0]

export const hasPrevious = (secret: ServiceSecret): boolean => listSecrets(secret).length > 1
