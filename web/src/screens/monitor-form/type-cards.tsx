import { Activity, Globe, HeartPulse, type LucideIcon, Network, Radar, Server, TextSearch } from 'lucide-react'
import type { Variant } from '../../parts/forms/schema-form/schema.ts'
import { Unavailable } from '../../parts/forms/schema-form/unavailable.tsx'
import { useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  HTTP: Globe,
  KEYWORD: TextSearch,
  ICMP: Radar,
  TCP: Server,
  DNS: Network,
  HEARTBEAT: HeartPulse,
}

const useTypeTexts = () =>
  useText().forms.types as Readonly<Record<string, { title: string; text: string } | undefined>>

interface TypeCardsProps {
  variants: readonly Variant[]
  value: string
  onChange: (type: string) => void
}

/** Monitor types with a description of each. */
export function TypeCards({ variants, value, onChange }: TypeCardsProps) {
  const { forms } = useText()
  const types = useTypeTexts()
  return (
    <fieldset>
      <legend className="sr-only">{forms.monitor.type}</legend>
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-3">
        {variants.map((variant) => (
          <TypeCard
            key={variant.value}
            variant={variant}
            isChosen={variant.value === value}
            onChoose={() => onChange(variant.value!)}
          />
        ))}
      </div>
      <p className="mt-2 text-sm text-muted sm:hidden" aria-hidden>
        {types[value]?.text ?? variants.find((variant) => variant.value === value)?.description}
      </p>
    </fieldset>
  )
}

function TypeCard({ variant, isChosen, onChoose }: { variant: Variant; isChosen: boolean; onChoose: () => void }) {
  const types = useTypeTexts()
  const type = variant.value!
  const Icon = ICONS[type] ?? Activity
  return (
    <label
      className={cx(
        'relative flex items-start gap-3 rounded-lg border bg-surface px-3.5 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen ? 'border-accent bg-accent-soft ring-1 ring-accent' : 'border-line',
        variant.is_available ? 'cursor-pointer hover:border-edge' : 'opacity-75',
      )}
    >
      <input
        type="radio"
        name="monitor-type"
        value={type}
        checked={isChosen}
        disabled={!variant.is_available}
        onChange={onChoose}
        className="absolute inset-0 size-full appearance-none opacity-0"
      />
      <Icon className={cx('mt-0.5 size-5 shrink-0', isChosen ? 'text-accent' : 'text-muted')} aria-hidden />
      <span className="min-w-0">
        <span className="block font-semibold">{types[type]?.title ?? variant.title}</span>
        <span className="block text-sm text-muted max-sm:sr-only">{types[type]?.text ?? variant.description}</span>
        {variant.reason && (
          <span className="relative z-1 mt-1 block">
            <Unavailable refusal={variant.reason} />
          </span>
        )}
        {variant.warning && <span className="mt-1 block text-sm text-degraded">{variant.warning}</span>}
      </span>
    </label>
  )
}
