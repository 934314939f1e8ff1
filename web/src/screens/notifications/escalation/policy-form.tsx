/** Dialog for new and existing escalation policies. */
import { api, getData } from '../../../api/client.ts'
import { EntryList } from '../../../parts/forms/entry-list.tsx'
import { ResourceDialog } from '../../../parts/forms/resources/resource-dialog.tsx'
import type { Path } from '../../../parts/forms/schema-form/draft.ts'
import type { ListModel, NumberModel } from '../../../parts/forms/schema-form/model.ts'
import { type FieldProps, useField, useFieldAt, useScope } from '../../../parts/forms/schema-form/scope.tsx'
import { MemberPicker } from '../../../parts/notifications/escalation/member-picker.tsx'
import { SchedulePicker } from '../../../parts/notifications/escalation/schedule-picker.tsx'
import { TargetPicker } from '../../../parts/notifications/target-picker.tsx'
import { type EscalationPolicy, POLICIES } from '../../../parts/platform/queries.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { addStep, moveStep, removeStep, type StepDraft } from './policy-steps.ts'
import { PolicySummary } from './policy-summary.tsx'

interface PolicyFormProps {
  /** Null for a new policy. */
  policy: EscalationPolicy | null
  onClose: () => void
}

export function PolicyForm({ policy, onClose }: PolicyFormProps) {
  const { escalation } = useText()
  const { form: labels } = escalation
  return (
    <ResourceDialog
      form="escalation-policy"
      isWide
      title={policy ? labels.edit : labels.add}
      description={escalation.subtitle}
      resource={policy}
      values={{ steps: addStep([]) }}
      draftName={`escalation:${policy?.id ?? 'new'}`}
      custom={{ steps: StepsField, repeat_count: RepeatsField, repeat_after_minutes: RepeatAfterField }}
      create={(body) => getData(api.POST('/api/escalation-policies', { body }))}
      update={(body) =>
        getData(api.PATCH('/api/escalation-policies/{id}', { params: { path: { id: policy!.id } }, body }))
      }
      changes={[POLICIES]}
      created={escalation.created}
      saved={escalation.saved}
      submit={labels.submit}
      onClose={onClose}
    >
      <Summary />
    </ResourceDialog>
  )
}

function StepsField({ field, at }: FieldProps<ListModel>) {
  const { form: labels } = useText().escalation
  const { number } = useFormat()
  const { label, value, set } = useField(field, at)
  const steps = value as readonly StepDraft[]
  const most = field.maxItems ?? Number.POSITIVE_INFINITY
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <EntryList
        entries={steps}
        nameOf={(_, index) => labels.step(number(index + 1))}
        addLabel={labels.addStep}
        onAdd={steps.length < most ? () => set(addStep(steps)) : undefined}
        fullText={labels.most(number(most))}
        onRemove={(index) => set(removeStep(steps, index))}
        onMove={(index, by) => set(moveStep(steps, index, by))}
        least={field.minItems}
      >
        {(_, index) => (
          <StepFields at={[...at, index]} least={index === 0 ? null : String(steps[index - 1]!.after_minutes)} />
        )}
      </EntryList>
    </fieldset>
  )
}

interface StepFieldsProps {
  at: Path
  /** Minutes of the step before; null for the first step. */
  least: string | null
}

function StepFields({ at, least }: StepFieldsProps) {
  const { form: labels } = useText().escalation
  const minutes = useFieldAt([...at, 'after_minutes'])
  const targets = useFieldAt([...at, 'target_ids'])
  const schedules = useFieldAt([...at, 'schedule_ids'])
  const users = useFieldAt([...at, 'user_ids'])
  return (
    <>
      {least === null ? (
        <p className="text-sm text-muted">{labels.firstStep}</p>
      ) : (
        <TextField
          label={minutes.label}
          help={least !== '0' && labels.afterHelp(least)}
          className="sm:max-w-72"
          inputMode="numeric"
          value={String(minutes.value)}
          onChange={(event) => minutes.set(event.target.value)}
          error={minutes.error}
        />
      )}
      <TargetPicker
        label={targets.label}
        canCreate={false}
        value={targets.value as string[]}
        onChange={targets.set}
        error={targets.error}
      />
      <SchedulePicker
        label={schedules.label}
        help={schedules.help}
        isOptional
        value={schedules.value as string[]}
        onChange={schedules.set}
        error={schedules.error}
      />
      <MemberPicker
        label={users.label}
        help={users.help}
        isOptional
        value={users.value as string[]}
        onChange={users.set}
        error={users.error}
      />
    </>
  )
}

function RepeatsField({ field, at }: FieldProps<NumberModel>) {
  const { form: labels } = useText().escalation
  const { number } = useFormat()
  const { label, help, error, value, set } = useField(field, at)
  const counts = Array.from({ length: (field.maximum ?? 0) + 1 }, (_, count) => count)
  return (
    <SelectField
      label={label}
      help={help}
      value={String(value)}
      onChange={(event) => set(Number(event.target.value))}
      options={counts.map((count) => ({ value: String(count), label: labels.repeatCount(number(count)) }))}
      error={error}
    />
  )
}

function RepeatAfterField({ field, at }: FieldProps<NumberModel>) {
  const { draft } = useScope()
  const { label, error, value, set } = useField(field, at)
  if (!error && (draft as EscalationPolicy).repeat_count === 0) return null
  return (
    <TextField
      label={label}
      className="sm:max-w-72"
      inputMode="numeric"
      value={String(value)}
      onChange={(event) => set(event.target.value)}
      error={error}
    />
  )
}

/** The policy in words. */
function Summary() {
  const { summary } = useText().escalation
  const { draft } = useScope()
  return (
    <section aria-label={summary.title} className="rounded-md bg-sunken px-3 py-2.5">
      <h3 className="mb-1 font-medium">{summary.title}</h3>
      <PolicySummary policy={draft as EscalationPolicy} />
      <p className="mt-1 text-sm text-muted">{summary.ends}</p>
    </section>
  )
}
