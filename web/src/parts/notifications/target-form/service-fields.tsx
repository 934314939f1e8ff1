/** Fields of a service, drawn from the schema of the API. */
import { ExternalLink } from 'lucide-react'
import { useText } from '../../../text/text.tsx'
import { type Draft, withValueAt } from '../../forms/schema-form/draft.ts'
import { assignIssues, type Issue } from '../../forms/schema-form/issues.ts'
import { MapField } from '../../forms/schema-form/map-field.tsx'
import type { FieldModel, ObjectModel } from '../../forms/schema-form/model.ts'
import { ScopeProvider } from '../../forms/schema-form/scope.tsx'
import { BooleanField, ChoiceField, TextLikeField } from '../../forms/schema-form/simple-fields.tsx'
import { WordsField } from '../../forms/schema-form/words-field.tsx'
import type { Service } from './services.ts'

interface ServiceFieldsProps {
  service: Service
  model: ObjectModel
  isNew: boolean
  config: Readonly<Record<string, Draft>>
  onChange: (name: string, value: Draft) => void
  issues: readonly Issue[]
}

export function ServiceFields({ service, model, isNew, config, onChange, issues }: ServiceFieldsProps) {
  const scope = {
    name: 'notification-target',
    variant: service.service,
    isNew,
    marksOptional: true,
    draft: { config },
    issues: assignIssues(model, issues),
    excludedIds: [],
    set: ([, name, ...inner]: readonly (string | number)[], value: Draft) =>
      onChange(String(name), withValueAt(config[String(name)], inner, value)),
  }
  return (
    <ScopeProvider value={scope}>
      <p className="text-sm text-muted">
        {service.description}. {service.docs_url && <DocsLink url={service.docs_url} />}
      </p>
      {model.fields.map((field) => (
        <ConfigField key={field.name} field={field} />
      ))}
    </ScopeProvider>
  )
}

/** The kinds of fields that services have. Other kinds refer to resources, and their pickers open the form of a target. */
function ConfigField({ field }: { field: FieldModel }) {
  const at = ['config', field.name]
  switch (field.kind) {
    case 'boolean':
      return <BooleanField field={field} at={at} />
    case 'choice':
      return <ChoiceField field={field} at={at} />
    case 'map':
      return <MapField field={field} at={at} />
    case 'text':
      return <TextLikeField field={field} at={at} />
    case 'words':
      return <WordsField field={field} at={at} />
    default:
      return null
  }
}

const DocsLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener" className="rounded text-accent underline underline-offset-2">
    {useText().notifications.form.findValues}
    <ExternalLink className="ml-1 inline size-3.5 align-[-0.125em]" aria-hidden />
  </a>
)
