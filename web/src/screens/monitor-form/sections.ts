/** Which field of a monitor stands in which part of its form. What nobody here has heard of stands with the essentials. */
import type { PlacedField } from '../../parts/schema-form/arrange.ts'
import { switchOf } from '../../parts/schema-form/model.ts'

const SECTIONS = ['essentials', 'alerting', 'expiry', 'regions', 'place'] as const
export type Section = (typeof SECTIONS)[number]

const OF: Readonly<Record<string, Section>> = {
  notification_target_ids: 'alerting',
  reminder_interval_minutes: 'alerting',
  failure_threshold: 'alerting',
  recovery_threshold: 'alerting',
  depends_on_monitor_ids: 'alerting',
  'http_config.slow_response_threshold_ms': 'alerting',
  ssl_monitoring: 'expiry',
  domain_monitoring: 'expiry',
  monitoring_regions: 'regions',
  group_id: 'place',
  tags: 'place',
}

/** What is asked for first: what is watched comes before what it is called. */
const FIRST = ['target', 'name']

type Sections = Readonly<Record<Section, readonly PlacedField[]>>

/**
 * @param plain what is not folded away, in the order of the schema
 */
export function sectionsOf(plain: readonly PlacedField[]): Sections {
  const sections: Record<Section, PlacedField[]> = { essentials: [], alerting: [], expiry: [], regions: [], place: [] }
  for (const place of plain.flatMap(unwrapped)) sections[OF[place.at.join('.')] ?? 'essentials'].push(place)
  sections.essentials.sort((a, b) => rank(a) - rank(b))
  return sections
}

const rank = ({ at }: PlacedField): number => {
  const place = FIRST.indexOf(at.join('.'))
  return place === -1 ? FIRST.length : place
}

/** The settings of the type itself need no frame around them: the whole form is about them. */
function unwrapped({ field, at }: PlacedField): PlacedField[] {
  if (field.kind !== 'object' || field.isNullable || switchOf(field) || at.length > 1) return [{ field, at }]
  return field.fields.map((inner) => ({ field: inner, at: [...at, inner.name] }))
}
