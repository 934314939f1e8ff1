/** Assigns the fields of a monitor to the sections of its form. Unknown fields belong to the essentials. */

import { type PlacedField, unpackField } from '../../parts/forms/schema-form/split-fields.ts'

const SECTIONS = ['essentials', 'alerting', 'expiry', 'regions', 'place'] as const
export type Section = (typeof SECTIONS)[number]

const SECTION_BY_FIELD: Readonly<Record<string, Section>> = {
  escalation_policy_id: 'alerting',
  reminder_interval_minutes: 'alerting',
  failure_threshold: 'alerting',
  recovery_threshold: 'alerting',
  depends_on_monitor_ids: 'alerting',
  'http_config.slow_response_threshold_ms': 'alerting',
  runbook_url: 'alerting',
  notes: 'alerting',
  ssl_monitoring: 'expiry',
  domain_monitoring: 'expiry',
  monitoring_regions: 'regions',
  group_id: 'place',
  tags: 'place',
}

/** The target comes before the name. */
const FIRST_FIELDS = ['target', 'name']

type Sections = Readonly<Record<Section, readonly PlacedField[]>>

/** @param plain fields that are not advanced, in schema order */
export function groupFields(plain: readonly PlacedField[]): Sections {
  const sections: Record<Section, PlacedField[]> = { essentials: [], alerting: [], expiry: [], regions: [], place: [] }
  for (const index of plain.flatMap(unpackField))
    sections[SECTION_BY_FIELD[index.at.join('.')] ?? 'essentials'].push(index)
  sections.essentials.sort((a, b) => getRank(a) - getRank(b))
  return sections
}

const getRank = ({ at }: PlacedField): number => {
  const index = FIRST_FIELDS.indexOf(at.join('.'))
  return index === -1 ? FIRST_FIELDS.length : index
}
