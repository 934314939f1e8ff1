/** What the keys of the service are derived from: one secret, or the present one and those before it. */
export type ServiceSecret = Uint8Array | readonly [Uint8Array, ...Uint8Array[]]

/** The present one first: it makes what is made now, and the others are still understood. */
export const secretsOf = (secret: ServiceSecret): readonly [Uint8Array, ...Uint8Array[]] =>
  secret instanceof Uint8Array ? [secret] : secret

export const presentSecret = (secret: ServiceSecret): Uint8Array => secretsOf(secret)[0]

export const hasFormer = (secret: ServiceSecret): boolean => secretsOf(secret).length > 1
