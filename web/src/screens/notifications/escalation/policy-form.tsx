/** Dialog for new and existing escalation policies. */
import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { useDraft } from '../../../parts/drafts/use-draft.ts'
import { EntryList } from '../../../parts/entry-list.tsx'
import { SchedulePicker } from '../../../parts/escalation/schedule-picker.tsx'
import { type EscalationPolicy, POLICIES } from '../../../parts/queries.ts'
import { TargetPicker } from '../../../parts/target-picker.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { type Submit, useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import {
  addStep,
  changeStep,
  MAX_REPEATS,
  MAX_STEPS,
  moveStep,
  type PolicyDraft,
  removeStep,
  toPolicyBody,
  toPolicyDraft,
} from './policy-draft.ts'
import { PolicySummary } from './policy-summary.tsx'

interface PolicyFormProps {
  /** Null for a new policy. */
  policy: EscalationPolicy | null
  onClose: () => void
}

const patchPolicy = (id: string, body: ReturnType<typeof toPolicyBody>) =>
  getData(api.PATCH('/api/escalation-policies/{id}', { params: { path: { id } }, body }))

export function PolicyForm({ policy, onClose }: PolicyFormProps) {
  const { escalation, common } = useText()
  const { form: labels } = escalation
  const client = useQueryClient()
  const toast = useToast()
  const kept = useDraft<PolicyDraft>(`escalation:${policy?.id ?? 'new'}`, () => toPolicyDraft(policy))
  const draft = kept.value
  const set = (some: Partial<PolicyDraft>) => kept.set((before) => ({ ...before, ...some }))
  const refresh = () => client.invalidateQueries({ queryKey: POLICIES })
  const form = useSubmit(
    () => {
      const body = toPolicyBody(draft)
      return policy ? patchPolicy(policy.id, body) : getData(api.POST('/api/escalation-policies', { body }))
    },
    {
      onDone: () => {
        kept.done()
        if (!policy) toast.done(escalation.created(draft.name))
        else
          toast.done(escalation.saved, undefined, () =>
            patchPolicy(policy.id, toPolicyBody(toPolicyDraft(policy))).finally(refresh),
          )
        void refresh()
        onClose()
      },
    },
  )
  return (
    <FormDialog
      isWide
      onClose={onClose}
      title={policy ? labels.edit : labels.add}
      description={escalation.subtitle}
      draft={kept}
      form={form}
      ownFields={['steps', 'repeat_count', 'repeat_after_minutes']}
      submit={policy ? common.save : labels.submit}
    >
      <TextField
        label={labels.name}
        placeholder={labels.nameExample}
        value={draft.name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
        error={form.findError('name')}
      />
      <Steps draft={draft} set={set} form={form} />
      <Repeats draft={draft} set={set} form={form} />
      <section aria-label={escalation.summary.title} className="rounded-md bg-sunken px-3 py-2.5">
        <h3 className="mb-1 font-medium">{escalation.summary.title}</h3>
        <PolicySummary policy={draft} />
        <p className="mt-1 text-sm text-muted">{escalation.summary.ends}</p>
      </section>
    </FormDialog>
  )
}

interface PartProps {
  draft: PolicyDraft
  set: (some: Partial<PolicyDraft>) => void
  form: Submit
}

function Steps({ draft: { steps }, set, form }: PartProps) {
  const { form: labels } = useText().escalation
  const { number } = useFormat()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{labels.steps}</legend>
      <EntryList
        entries={steps}
        nameOf={(_, index) => labels.step(number(index + 1))}
        addLabel={labels.addStep}
        onAdd={steps.length < MAX_STEPS ? () => set({ steps: addStep(steps) }) : undefined}
        fullText={labels.most(number(MAX_STEPS))}
        onRemove={(index) => set({ steps: removeStep(steps, index) })}
        onMove={(index, by) => set({ steps: moveStep(steps, index, by) })}
        least={1}
      >
        {(step, index) => (
          <>
            {index === 0 ? (
              <p className="text-sm text-muted">{labels.firstStep}</p>
            ) : (
              <TextField
                label={labels.after}
                help={index > 1 && labels.afterHelp(steps[index - 1]!.minutes)}
                className="sm:max-w-72"
                inputMode="numeric"
                value={step.minutes}
                onChange={(event) => set({ steps: changeStep(steps, index, { minutes: event.target.value }) })}
                error={form.findError(`steps.${index}.after_minutes`)}
              />
            )}
            <TargetPicker
              label={labels.targets}
              canCreate={false}
              value={step.targetIds}
              onChange={(targetIds) => set({ steps: changeStep(steps, index, { targetIds }) })}
              error={form.findError(`steps.${index}.target_ids`)}
            />
            <SchedulePicker
              label={labels.schedules}
              help={labels.schedulesHelp}
              isOptional
              value={step.scheduleIds}
              onChange={(scheduleIds) => set({ steps: changeStep(steps, index, { scheduleIds }) })}
              error={form.findError(`steps.${index}.schedule_ids`)}
            />
          </>
        )}
      </EntryList>
    </fieldset>
  )
}

const REPEATS = Array.from({ length: MAX_REPEATS + 1 }, (_, count) => count)

function Repeats({ draft: { repeats, repeatAfter }, set, form }: PartProps) {
  const { form: labels } = useText().escalation
  const { number } = useFormat()
  return (
    <>
      <SelectField
        label={labels.repeats}
        help={labels.repeatsHelp}
        value={String(repeats)}
        onChange={(event) => set({ repeats: Number(event.target.value) })}
        options={REPEATS.map((count) => ({ value: String(count), label: labels.repeatCount(number(count)) }))}
        error={form.findError('repeat_count')}
      />
      {repeats > 0 && (
        <TextField
          label={labels.repeatAfter}
          className="sm:max-w-72"
          inputMode="numeric"
          value={repeatAfter}
          onChange={(event) => set({ repeatAfter: event.target.value })}
          error={form.findError('repeat_after_minutes')}
        />
      )}
    </>
  )
}
