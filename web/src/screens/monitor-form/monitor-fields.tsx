/** The fields of a monitor by section. The essentials are visible; other sections are collapsed and show a summary. */
import { useMemo } from 'react'
import { getValueAt } from '../../parts/forms/schema-form/draft.ts'
import { AdvancedFields, Fields, useIsWrong } from '../../parts/forms/schema-form/fields.tsx'
import type { ObjectModel } from '../../parts/forms/schema-form/model.ts'
import { useScope } from '../../parts/forms/schema-form/scope.tsx'
import { type PlacedField, splitFields } from '../../parts/forms/schema-form/split-fields.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Card } from '../../ui/page.tsx'
import { HeartbeatRhythm, isRhythmField } from './heartbeat-rhythm.tsx'
import { groupFields, type Section } from './sections.ts'

export function MonitorFields({ model }: { model: ObjectModel }) {
  const { isNew } = useScope()
  const { sections, advanced } = useMemo(() => {
    const parts = splitFields(model.fields)
    return { sections: groupFields(parts.plain), advanced: parts.advanced }
  }, [model])
  return (
    <>
      <Card>
        <div className="flex flex-col gap-5">
          <Essentials fields={sections.essentials} />
        </div>
      </Card>
      <Card isFlush>
        <div className="divide-y divide-line px-4 py-1">
          {(['alerting', 'expiry', 'regions', 'place'] as const).map((section) => (
            <CollapsibleSection key={section} section={section} fields={sections[section]} isOpenAtFirst={!isNew} />
          ))}
          <AdvancedFields fields={advanced} />
        </div>
      </Card>
    </>
  )
}

/** The fields of a heartbeat's rhythm are one choice. They follow the name. */
function Essentials({ fields }: { fields: readonly PlacedField[] }) {
  const at = fields.findIndex(isRhythmField)
  if (at === -1) return <Fields fields={fields} />
  const others = fields.filter((field) => !isRhythmField(field))
  return (
    <>
      <Fields fields={others.slice(0, at)} />
      <HeartbeatRhythm fields={fields.filter(isRhythmField)} />
      <Fields fields={others.slice(at)} />
    </>
  )
}

interface CollapsibleSectionProps {
  section: Exclude<Section, 'essentials'>
  fields: readonly PlacedField[]
  isOpenAtFirst: boolean
}

function CollapsibleSection({ section, fields, isOpenAtFirst }: CollapsibleSectionProps) {
  const { forms } = useText()
  const isWrong = useIsWrong(fields)
  const summary = useSummary(section)
  if (fields.length === 0) return null
  return (
    <Disclosure
      title={forms.monitor.sections[section]}
      summary={summary}
      isOpenAtFirst={isOpenAtFirst}
      isForcedOpen={isWrong}
    >
      {section === 'expiry' ? <ExpiryFields fields={fields} /> : <Fields fields={fields} />}
    </Disclosure>
  )
}

/** A URL without TLS has no certificate. A switch that is on can still be turned off. */
function ExpiryFields({ fields }: { fields: readonly PlacedField[] }) {
  const { draft } = useScope()
  const { ssl } = useText().formNotes
  const isPlain = /^\s*http:/i.test(String(getValueAt(draft, ['target']) ?? ''))
  const isOn = getValueAt(draft, ['ssl_monitoring', 'enabled']) === true
  const hasSsl = fields.some(({ field }) => field.path === 'ssl_monitoring')
  const shown = isPlain && !isOn ? fields.filter(({ field }) => field.path !== 'ssl_monitoring') : fields
  return (
    <>
      {isPlain && hasSsl && <p className="text-sm text-muted">{ssl.plainHttp}</p>}
      <Fields fields={shown} />
    </>
  )
}

/** Returns the summary of a collapsed section, if it has one. */
function useSummary(section: CollapsibleSectionProps['section']): string | undefined {
  const { draft } = useScope()
  const { monitor, regions } = useText().forms
  const { summary } = monitor
  const { list, number } = useFormat()
  if (section === 'alerting') return undefined
  if (section === 'expiry') {
    const on = (['ssl_monitoring', 'domain_monitoring'] as const).filter(
      (name) => getValueAt(draft, [name, 'enabled']) === true,
    )
    return on.length === 0 ? summary.nothingWatched : list(on.map((name) => summary[name]))
  }
  if (section === 'regions')
    return regions.summary(number(((getValueAt(draft, ['monitoring_regions']) as string[] | undefined) ?? []).length))
  const tags = (getValueAt(draft, ['tags']) as string[] | undefined) ?? []
  return tags.length === 0 ? summary.noTags : list(tags)
}
