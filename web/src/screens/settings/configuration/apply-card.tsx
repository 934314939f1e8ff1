/** Applies configuration files: choose files, enter missing values, read the plan and the loss report, apply. */
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { createFieldProblem } from '../../../api/problem.ts'
import type { Schemas } from '../../../api/types.ts'
import { readBase64 } from '../../../parts/forms/file-button.tsx'
import { saveFile } from '../../../parts/platform/save-file.ts'
import { formatLocalInput, parseLocalInput } from '../../../parts/platform/until/until-choice.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { Form, FormProblem, useSubmit } from '../../../ui/form.tsx'
import { Card } from '../../../ui/page.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type Applied, AppliedResult } from './applied-result.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportReport } from './import-report.tsx'
import { PlanView } from './plan-view.tsx'

type Imported = Schemas['ImportedConfiguration']
type Kind = Schemas['ImportProjectConfigBody']['kind']
type Plan = Schemas['ConfigurationPlan']

interface Choices {
  values: Record<string, string>
  /** Whether imported monitors wait until a user resumes them. */
  startsPaused: boolean
  /** Local time at which the alerts of imported monitors begin; null: at once. */
  silencedUntil: string | null
  prune: boolean
  takeOver: boolean
  /** Undefined until the user chooses. */
  keepManaged?: boolean
}

const NO_CHOICES: Choices = { values: {}, startsPaused: false, silencedUntil: null, prune: false, takeOver: false }

export function ApplyCard({ project }: { project: { id: string; name: string } }) {
  const labels = useText().settings.configuration
  /** Read by the request that starts when the user chooses files. */
  const chosen = useRef<File[]>([])
  const [kind, setKind] = useState<Kind>('auto')
  const [files, setFiles] = useState<File[]>([])
  const [imported, setImported] = useState<Imported | null>(null)
  const [applied, setApplied] = useState<Applied | null>(null)
  const path = { projectId: project.id }
  const reading = useSubmit(
    async () => {
      const contents = chosen.current.map(async (file) => ({ name: file.name, content: await readBase64(file) }))
      const body = { kind, files: await Promise.all(contents) }
      return getData(api.POST('/api/projects/{projectId}/config/import', { params: { path }, body }))
    },
    { onDone: setImported },
  )
  const choose = (next: File[]) => {
    chosen.current = next
    setFiles(next)
    setImported(null)
    setApplied(null)
    reading.reset()
    if (next.length > 0) reading.submit()
  }
  return (
    <Card title={labels.applyTitle}>
      <p className="mb-4 max-w-prose text-muted">{labels.applyText(project.name)}</p>
      <div className="flex max-w-xl flex-col gap-4">
        <SelectField
          label={labels.kind}
          value={kind}
          options={Object.entries(labels.kinds).map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            setKind(event.target.value as Kind)
            setImported(null)
          }}
        />
        <FileDrop files={files} help={labels.takes[kind]} onChange={choose} />
        <FormProblem problem={reading.problem} />
      </div>
      {imported && (
        <ApplyForm
          project={project}
          imported={imported}
          onApplied={(plan) => {
            choose([])
            setApplied({ plan, report: imported.report })
          }}
        />
      )}
      {applied && <AppliedResult {...applied} />}
    </Card>
  )
}

/** The subscribers are not part of the document, because they must confirm again. */
function SubscribersFile({ text }: { text: string }) {
  const labels = useText().settings.configuration
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={Download}
        onClick={() => saveFile(new Blob([text], { type: 'text/csv' }), 'subscribers.csv')}
        className="max-sm:min-h-10"
      >
        {labels.subscribers}
      </Button>
      <p className="max-w-prose text-sm text-muted">{labels.subscribersHelp}</p>
    </div>
  )
}

interface ApplyProps {
  project: { id: string }
  imported: Imported
  onApplied: (plan: Plan) => void
}

/** Monitors of a new home check beside the old ones, or wait until the user has looked at them. */
const pauseMonitors = ({ monitors = {}, ...rest }: Imported['document']): Imported['document'] => ({
  ...rest,
  monitors: Object.fromEntries(
    Object.entries(monitors as Record<string, object>).map(([key, monitor]) => [key, { ...monitor, status: 'paused' }]),
  ),
})

/** Minutes until a local time. A time in the past, or none, is a mistake of the form. */
function toSilence(until: string | null, inFuture: string): { silence_minutes?: number } {
  if (until === null) return {}
  const minutes = Math.ceil(((parseLocalInput(until) ?? 0) - Date.now()) / 60_000)
  if (minutes < 1) throw createFieldProblem([{ field: SILENCE_FIELD, message: inFuture }])
  return { silence_minutes: minutes }
}

const SILENCE_FIELD = 'silence_minutes'

/** A silence ends after a day unless the user chooses another time. */
const SILENCE_MS = 24 * 3_600_000

function ApplyForm({ project, imported, onApplied }: ApplyProps) {
  const labels = useText().settings.configuration
  const client = useQueryClient()
  const toast = useToast()
  const [choices, setChoices] = useState(NO_CHOICES)
  const [plan, setPlan] = useState<Plan | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const change = (part: Partial<Choices>) => {
    setChoices({ ...choices, ...part })
    setPlan(null)
  }
  const params = { path: { projectId: project.id } }
  const { kind, missing, report, subscribers_csv: subscribers } = imported
  const document = choices.startsPaused ? pauseMonitors(imported.document) : imported.document
  // A document that names its source is applied again; converted files are not
  const { keepManaged = document.source !== undefined } = choices
  const body = {
    document,
    values: { ...imported.values, ...choices.values },
    prune: choices.prune,
    take_over: choices.takeOver,
    release: !keepManaged,
  }
  const planning = useSubmit(() => getData(api.POST('/api/projects/{projectId}/config/plan', { params, body })), {
    onDone: (made) => setPlan(made.plan),
  })
  const applying = useSubmit(
    async () =>
      getData(
        api.POST('/api/projects/{projectId}/config/apply', {
          params,
          body: {
            ...body,
            ...toSilence(choices.silencedUntil, labels.silenceInFuture),
            fingerprint: plan!.fingerprint,
            confirm: true,
          },
        }),
      ),
    {
      onDone: () => {
        toast.done(labels.applied)
        void client.invalidateQueries()
        onApplied(plan!)
      },
      onFailed: () => setConfirming(false),
    },
  )
  return (
    <div className="mt-6 flex flex-col gap-4">
      <p role="status">{labels.recognized(labels.kinds[kind])}</p>
      {report && <ImportReport report={report} />}
      {subscribers !== null && <SubscribersFile text={subscribers} />}
      <Form form={planning} className="max-w-xl">
        {missing.map((name) => (
          <TextField
            key={name}
            type="password"
            label={name}
            help={labels.valueHelp}
            value={choices.values[name] ?? ''}
            required
            autoComplete="off"
            onChange={(event) => change({ values: { ...choices.values, [name]: event.target.value } })}
          />
        ))}
        {report && (
          <CheckField
            label={labels.startPaused}
            help={labels.startPausedHelp}
            checked={choices.startsPaused}
            onChange={(event) => change({ startsPaused: event.target.checked, silencedUntil: null })}
          />
        )}
        {report && !choices.startsPaused && (
          <CheckField
            label={labels.startSilenced}
            help={labels.startSilencedHelp}
            checked={choices.silencedUntil !== null}
            onChange={({ target }) =>
              change({ silencedUntil: target.checked ? formatLocalInput(Date.now() + SILENCE_MS) : null })
            }
          />
        )}
        {!choices.startsPaused && choices.silencedUntil !== null && (
          <TextField
            label={labels.silencedUntil}
            type="datetime-local"
            className="sm:max-w-72"
            value={choices.silencedUntil}
            onChange={(event) => change({ silencedUntil: event.target.value })}
            error={applying.findError(SILENCE_FIELD)}
          />
        )}
        <CheckField
          label={labels.keepManaged}
          help={labels.keepManagedHelp}
          checked={keepManaged}
          onChange={(event) => change({ keepManaged: event.target.checked })}
        />
        <CheckField
          label={labels.prune}
          help={labels.pruneHelp}
          checked={choices.prune}
          onChange={(event) => change({ prune: event.target.checked })}
        />
        <CheckField
          label={labels.takeOver}
          help={labels.takeOverHelp}
          checked={choices.takeOver}
          onChange={(event) => change({ takeOver: event.target.checked })}
        />
        <div>
          <Button type="submit" variant={plan ? 'secondary' : 'primary'} isPending={planning.isPending}>
            {labels.plan}
          </Button>
        </div>
      </Form>
      {plan && <PlanView plan={plan} document={document} />}
      {plan && (plan.has_changes || plan.summary.adopt + plan.summary.release > 0) && (
        <div>
          <FormProblem problem={applying.problem} />
          <Button
            variant="primary"
            isPending={applying.isPending}
            onClick={() => (plan.needs_confirmation ? setConfirming(true) : applying.submit())}
          >
            {labels.apply}
          </Button>
        </div>
      )}
      {isConfirming && (
        <Confirm
          isOpen
          onClose={() => setConfirming(false)}
          onConfirm={applying.submit}
          isPending={applying.isPending}
          title={labels.confirmTitle}
          action={labels.apply}
        >
          <p>{labels.confirmText}</p>
        </Confirm>
      )}
    </div>
  )
}
