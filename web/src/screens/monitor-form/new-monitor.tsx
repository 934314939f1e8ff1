import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { RequestBody } from '../../api/types.ts'
import { usePermission, useProject } from '../../app/me.ts'
import { useKeptVariant } from '../../parts/forms/drafts/use-draft.ts'
import { type Draft, getValueAt, type Path, toBody } from '../../parts/forms/schema-form/draft.ts'
import { formQuery } from '../../parts/forms/schema-form/form-query.ts'
import type { Schema, Variant } from '../../parts/forms/schema-form/schema.ts'
import { useSchemaForm } from '../../parts/forms/schema-form/use-schema-form.ts'
import { defaultsQuery, type StoredDefaults } from '../../parts/monitors/monitor-defaults/defaults-query.ts'
import { useText } from '../../text/text.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'
import { copyValues, type Values } from './copy.ts'
import { MONITOR_PARTS, MonitorForm } from './monitor-form.tsx'
import { convertTarget, deriveName, isRegistrationExpected, isTlsExpected } from './suggestions.ts'
import { TypeCards } from './type-cards.tsx'
import { getEffective, useDefaults } from './use-defaults.ts'
import { useMonitorValues } from './use-monitor-values.ts'

interface Search {
  /** Initial type. */
  type?: string
  /** Id of the monitor to copy. */
  from?: string
}

export default function NewMonitor() {
  const { forms, monitors, common } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const { type, from } = useSearch({ strict: false }) as Search
  const form = useQuery(formQuery('monitor'))
  const source = useMonitorValues(from ?? null)
  const defaults = useQuery(defaultsQuery(useProject().id, null))
  const error = form.error ?? source.error ?? defaults.error
  const isReady = form.data !== undefined && defaults.data !== undefined && (!from || source.data !== undefined)
  return (
    <Page
      title={from ? forms.monitor.copyTitle : forms.monitor.newTitle}
      width="narrow"
      crumbs={[{ label: monitors.title, to: '/' }]}
    >
      {!mayEdit ? (
        <p role="alert">{common.trouble.forbidden}</p>
      ) : error ? (
        <LoadError
          error={error}
          onRetry={() => void Promise.all([form.refetch(), source.refetch(), defaults.refetch()])}
        />
      ) : isReady ? (
        <NewMonitorContent
          variants={form.data.variants}
          first={type ?? null}
          defaults={defaults.data}
          copied={source.data ? copyValues(source.data) : null}
          draftName={from ? `monitor:copy:${from}` : 'monitor:new'}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}

interface NewMonitorContentProps {
  variants: readonly Variant[]
  first: string | null
  /** Defaults of the project. */
  defaults: StoredDefaults
  copied: Values | null
  draftName: string
}

/** Asks for the type first. Changing the type keeps the values entered so far. */
function NewMonitorContent({ variants, first, defaults, copied, draftName }: NewMonitorContentProps) {
  const kept = useKeptVariant(draftName)
  const wanted = copied ? String(copied.type) : (kept ?? first)
  const [type, setType] = useState(
    () => (variants.find(({ value, is_available }) => value === wanted && is_available) ?? variants[0]!).value!,
  )
  /** Null until another type is selected. */
  const [before, setBefore] = useState<Values | null>(null)
  const entered = useRef<Values>({})
  const variant = variants.find(({ value }) => value === type)!
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => setInitialFocus(frame.current), [])
  const choose = (next: string) => {
    setBefore(entered.current)
    setType(next)
  }
  return (
    <div ref={frame} className="flex flex-col gap-5">
      {!copied && <TypeCards variants={variants} value={type} onChange={choose} />}
      <NewMonitorForm
        key={type}
        variant={variant}
        defaults={defaults}
        values={copied ?? { ...getDefaults(variant), ...getEffective(defaults, variant.schema) }}
        base={copied ? null : getDefaults(variant)}
        entered={before && convertValues(before, variant)}
        onEntered={(values) => {
          entered.current = values
        }}
        draftName={draftName}
      />
    </div>
  )
}

/** Checks run every minute if the plan allows it. The default of the API is longer. */
const INTERVAL_SECONDS = 60

function getDefaults({ value: type, schema }: Variant): Values {
  const least = schema.properties?.interval_seconds?.minimum
  return { type, ...(least !== undefined && { interval_seconds: Math.max(INTERVAL_SECONDS, least) }) }
}

/** Converts the values entered for one type to another type. */
function convertValues(entered: Values, { value: type, schema }: Variant): Values {
  const isUrl = takesUrl(schema)
  const before = String(entered.target ?? '')
  const target = convertTarget(before, isUrl)
  const wasSuggested = entered.name === deriveName(before, '')
  const certificate = entered.ssl_monitoring as { enabled?: boolean } | undefined
  const domain = entered.domain_monitoring as { enabled?: boolean } | undefined
  return {
    ...entered,
    type,
    target,
    ...(wasSuggested && { name: deriveName(target, '') }),
    ...(certificate?.enabled === isTlsExpected(before) && {
      ssl_monitoring: { ...certificate, enabled: isUrl && isTlsExpected(target) },
    }),
    ...(domain?.enabled === isRegistrationExpected(before) && {
      domain_monitoring: { ...domain, enabled: isUrl && isRegistrationExpected(target) },
    }),
  }
}

const takesUrl = ({ properties }: Schema): boolean =>
  properties?.target?.examples?.some((example) => /^https?:/.test(String(example))) === true

/** Focuses the first field on devices with a mouse. */
function setInitialFocus(frame: HTMLElement | null): void {
  if (!matchMedia('(pointer: fine)').matches) return
  // The page frame moves the focus after navigation, so this has to run later
  requestAnimationFrame(() => frame?.querySelector<HTMLElement>('form input')?.focus({ preventScroll: true }))
}

interface NewMonitorFormProps {
  variant: Variant
  /** Defaults of the project. */
  defaults: StoredDefaults
  /** Values before any input. */
  values: Values
  /** Initial values of fields without a default; null for a copy. */
  base: Values | null
  /** Values entered for another type. */
  entered: Values | null
  onEntered: (values: Values) => void
  draftName: string
}

function NewMonitorForm({ variant, defaults, values, base, entered, onEntered, draftName }: NewMonitorFormProps) {
  const { forms } = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const form = useSchemaForm({
    name: 'monitor',
    variant: variant.value,
    schema: variant.schema,
    values,
    isNew: true,
    draftName,
    custom: MONITOR_PARTS,
    ...(entered && { entered }),
    send: async (body) => {
      const complete = await withDefaultFields(body)
      return (await getData(api.POST('/api/monitors', { body: complete as RequestBody<'/api/monitors', 'post'> })))
        .monitor
    },
    onDone: (monitor) => {
      void client.invalidateQueries({ queryKey: ['groups'] })
      void client.invalidateQueries({ queryKey: ['tags'] })
      toast.done(forms.monitor.made(monitor.name))
      void navigate({ to: '/monitors/$id', params: { id: monitor.id } })
    },
  })
  const { form: following, withDefaultFields } = useDefaults(form, defaults, base)
  // Targets with a certificate or a registered domain, whose warnings have no other initial value
  const warnings = WARNINGS.filter(({ field }) => takesUrl(variant.schema) && !(field in defaults.effective))
  const suggesting = useSuggestions(following, base === null ? [] : warnings)
  onEntered(toBody(form.model, form.scope.draft) as Values)
  return (
    <MonitorForm form={suggesting} canTest={variant.value !== 'HEARTBEAT'} action={forms.monitor.create} backTo="/" />
  )
}

type Form = ReturnType<typeof useSchemaForm>

/** Warnings before an expiry, and the targets for which they are suggested. */
const WARNINGS = [
  { field: 'ssl_monitoring', isExpected: isTlsExpected },
  { field: 'domain_monitoring', isExpected: isRegistrationExpected },
] as const

/** Suggests a name and warnings from the target until the user enters something else. */
function useSuggestions(form: Form, warnings: readonly (typeof WARNINGS)[number][]): Form {
  const { model, scope } = form
  const available = warnings.filter(
    ({ field }) => model.fields.find(({ name }) => name === field)?.unavailable === null,
  )
  const suggestWarnings = (before: string, target: string) => {
    for (const { field, isExpected } of available) {
      const at = [field, 'enabled']
      const [was, is] = [isExpected(before), isExpected(target)]
      if (getValueAt(scope.draft, at) === was && was !== is) scope.set(at, is)
    }
  }
  const set = (at: Path, value: Draft) => {
    scope.set(at, value)
    const isTarget = at.join('.') === 'target'
    if (!isTarget && at.join('.') !== 'tcp_config.port') return
    const now = { target: getTextAt(scope.draft, ['target']), port: getTextAt(scope.draft, ['tcp_config', 'port']) }
    const next = isTarget ? { ...now, target: String(value) } : { ...now, port: String(value) }
    const name = getTextAt(scope.draft, ['name'])
    if (name === '' || name === deriveName(now.target, now.port))
      scope.set(['name'], deriveName(next.target, next.port))
    suggestWarnings(now.target, next.target)
  }
  return { ...form, scope: { ...scope, set } }
}

const getTextAt = (draft: Draft, at: Path): string => String(getValueAt(draft, at) ?? '')
