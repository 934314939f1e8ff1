import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { formatRegion, type Region } from '../../parts/probes/regions.ts'
import { useText } from '../../text/text.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { StartProbe } from './start-probe.tsx'

type Role = 'automatic' | 'pinned'
const ROLES: readonly Role[] = ['automatic', 'pinned']

/** Represents a new region in the list of codes. */
const NEW = ''

/** Creates a token and shows how to start a probe with it. */
export function AddProbe({ regions, onClose }: { regions: readonly Region[]; onClose: () => void }) {
  const labels = useText().probes.create
  const client = useQueryClient()
  const [chosen, setChosen] = useState(NEW)
  const [code, setCode] = useState('')
  const [regionName, setRegionName] = useState('')
  const [role, setRole] = useState<Role>('automatic')
  const [name, setName] = useState('')
  const [made, setMade] = useState<{ id: string; token: string } | null>(null)
  const isNew = chosen === NEW
  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/admin/probe-tokens', {
          body: {
            region: isNew ? code.trim() : chosen,
            ...(isNew && { is_default: role === 'automatic' }),
            ...(isNew && regionName.trim() && { region_name: regionName.trim() }),
            ...(name.trim() && { name: name.trim() }),
          },
        }),
      ),
    {
      onDone: ({ probe_token: { id }, token }) => {
        setMade({ id, token })
        for (const word of ['probe-tokens', 'regions']) void client.invalidateQueries({ queryKey: [word] })
      },
    },
  )
  if (made) return <StartProbe {...made} onClose={onClose} />
  return (
    <FormDialog onClose={onClose} title={labels.title} description={labels.text} form={form} submit={labels.action}>
      <SelectField
        label={labels.region}
        help={labels.regionHelp}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[
          { value: NEW, label: labels.newRegion },
          ...regions.map((region) => ({ value: region.code, label: formatRegion(region) })),
        ]}
      />
      {isNew && (
        <>
          <TextField
            label={labels.regionName}
            help={labels.regionNameHelp}
            isOptional
            value={regionName}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setRegionName(event.target.value)}
            error={form.findError('region_name')}
          />
          <TextField
            label={labels.code}
            help={labels.codeHelp}
            value={code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setCode(event.target.value.toLowerCase())}
            error={form.findError('region')}
          />
          <RoleField value={role} onChange={setRole} />
        </>
      )}
      <TextField
        label={labels.name}
        help={labels.nameHelp}
        isOptional
        value={name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        error={form.findError('name')}
      />
    </FormDialog>
  )
}

function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const labels = useText().probes.create
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{labels.role}</legend>
      <div className="flex flex-col gap-2.5">
        {ROLES.map((role) => (
          <div key={role} className="flex items-start gap-2.5">
            <input
              type="radio"
              id={`${id}-${role}`}
              name={id}
              checked={role === value}
              onChange={() => onChange(role)}
              aria-describedby={`${id}-${role}-text`}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-${role}`} className="font-medium">
                {labels.roles[role].title}
              </label>
              <p id={`${id}-${role}-text`} className="text-sm text-muted">
                {labels.roles[role].text}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
