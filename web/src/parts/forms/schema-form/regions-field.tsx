/** Regions that checks run from: automatic, or pinned by the user. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useMe } from '../../../app/me.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { CheckField, FieldError } from '../../../ui/field.tsx'
import { regionsQuery } from '../../platform/queries.ts'
import {
  AUTOMATIC_REGIONS,
  listAutomaticRegions,
  listRegionOptions,
  listUncheckedRegions,
  type Region,
  type RegionOption,
} from '../../probes/regions.ts'
import type { ReferencesModel } from './model.ts'
import { type FieldProps, useField, useScope } from './scope.tsx'
import { Unavailable } from './unavailable.tsx'

/** Type of monitors that not every probe can check. */
const NEEDS_PINGS = 'ICMP'

export function RegionsField({ field, at }: FieldProps<ReferencesModel>) {
  const { regions: labels } = useText().forms
  const { label, error, value, set } = useField(field, at)
  const needsPings = useScope().variant === NEEDS_PINGS
  const { data: regions = [] } = useQuery(regionsQuery)
  const id = useId()
  const chosen = (value as string[] | undefined) ?? []
  const [isPinned, setPinned] = useState(chosen.length > 0)
  const options = listRegionOptions(regions, chosen, needsPings)
  // Regions that are already pinned may stay after the plan stops offering pinning
  const mayPin = field.unavailable === null || chosen.length > 0
  const toggle = (code: string, isOn: boolean) =>
    set(isOn ? [...chosen, code] : chosen.filter((other) => other !== code))
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{label}</legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="flex flex-col gap-3">
        <ModeOption
          name={id}
          isOn={!isPinned}
          isWrong={error !== undefined}
          onChoose={() => {
            setPinned(false)
            set([])
          }}
          title={labels.automatic}
          text={<AutomaticRegions regions={regions} needsPings={needsPings} />}
        />
        <ModeOption
          name={id}
          isOn={isPinned}
          isDisabled={!mayPin}
          isWrong={error !== undefined}
          onChoose={() => setPinned(true)}
          title={labels.pinned}
          text={field.unavailable ? <Unavailable refusal={field.unavailable} /> : labels.pinnedText}
        />
        {isPinned && (
          <div className="ml-7.5 flex flex-col gap-2.5">
            {options.map((option) => (
              <RegionCheckbox
                key={option.code}
                option={option}
                canChoose={field.unavailable === null && option.problem === null}
                onToggle={(isOn) => toggle(option.code, isOn)}
              />
            ))}
            <RegionsSummary regions={regions} chosen={chosen} />
          </div>
        )}
      </div>
    </fieldset>
  )
}

interface ModeOptionProps {
  name: string
  isOn: boolean
  isDisabled?: boolean
  isWrong: boolean
  onChoose: () => void
  title: string
  text: ReactNode
}

function ModeOption({ name, isOn, isDisabled = false, isWrong, onChoose, title, text }: ModeOptionProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        type="radio"
        id={id}
        name={name}
        checked={isOn}
        disabled={isDisabled}
        onChange={onChoose}
        aria-describedby={`${id}-text`}
        aria-invalid={(isWrong && isOn) || undefined}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        <div id={`${id}-text`} className="text-sm text-muted">
          {text}
        </div>
      </div>
    </div>
  )
}

/** The regions that the automatic choice currently yields. */
function AutomaticRegions({ regions, needsPings }: { regions: readonly Region[]; needsPings: boolean }) {
  const { regions: labels } = useText().forms
  const { list, number } = useFormat()
  const isAdmin = useMe().user.is_instance_admin
  const candidates = listAutomaticRegions(regions)
  const names = list(candidates.map(({ name }) => name))
  const hasActive = candidates.some(({ is_active: isActive }) => isActive)
  const canPing = candidates.some(({ capabilities }) => capabilities.icmp)
  if (candidates.length === 0) return null
  return (
    <>
      {candidates.length > AUTOMATIC_REGIONS
        ? labels.some(number(AUTOMATIC_REGIONS), number(candidates.length), names)
        : labels.all(names)}
      {hasActive && needsPings && !canPing && <span className="block text-degraded">{labels.noPingsAnywhere}</span>}
      {regions.length === 1 && isAdmin && (
        <Link to="/settings/probes" className="block w-fit rounded text-accent underline underline-offset-2">
          {labels.addProbe}
        </Link>
      )}
    </>
  )
}

interface RegionCheckboxProps {
  option: RegionOption
  canChoose: boolean
  onToggle: (isOn: boolean) => void
}

function RegionCheckbox({ option: { label, region, isChosen, problem }, canChoose, onToggle }: RegionCheckboxProps) {
  const { regions: labels } = useText().forms
  const { number } = useFormat()
  const count = region?.active_probes ?? 0
  const statusText = problem ? labels.trouble[problem] : count === 1 ? labels.oneProbe : labels.probes(number(count))
  return (
    <CheckField
      label={label}
      help={<span className={problem && isChosen ? 'text-degraded' : ''}>{statusText}</span>}
      checked={isChosen}
      disabled={!canChoose && !isChosen}
      onChange={(event) => onToggle(event.target.checked)}
    />
  )
}

/** Problems of the selected regions. */
function RegionsSummary({ regions, chosen }: { regions: readonly Region[]; chosen: readonly string[] }) {
  const { regions: labels } = useText().forms
  const { list } = useFormat()
  const missing = listUncheckedRegions(regions, chosen)
  return (
    <p role="status" className="text-sm text-degraded empty:hidden">
      {chosen.length === 0 ? labels.none : regions.length > 0 && missing.length > 0 && labels.unchecked(list(missing))}
    </p>
  )
}
