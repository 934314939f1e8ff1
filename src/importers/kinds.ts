/** Names of the products that can be imported, without their importers, which are loaded when they are needed. */
export const IMPORT_KINDS = [
  'uptime-kuma',
  'gatus',
  'healthchecks',
  'uptimerobot',
  'better-stack',
  'statuspage',
  'blackbox',
] as const

export type ImportKind = (typeof IMPORT_KINDS)[number]
