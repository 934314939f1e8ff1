/** Secret from which the keys of the service are derived: one secret, or the current one followed by earlier ones. */
export type ServiceSecret = Uint8Array | readonly [Uint8Array, ...Uint8Array[]]

/** Returns the current secret first: new data uses it, and earlier secrets can still be read. */
export const listSecrets = (secret: ServiceSecret): readonly [Uint8Array, ...Uint8Array[]] =>
  secret instanceof Uint8Array ? [secret] : secret

export const getCurrentSecret = (secret: ServiceSecret): Uint8Array => listSecrets(secret)[0]

export const hasPrevious = (secret: ServiceSecret): boolean => listSecrets(secret).length > 1
