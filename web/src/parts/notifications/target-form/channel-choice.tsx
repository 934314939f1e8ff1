/** Choice of the channel, which is fixed after creation and determines the other fields. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { formQuery } from '../../forms/schema-form/form-query.ts'
import { CHANNEL_ICON } from '../delivery/delivery.tsx'
import { MailHelp } from './mail-help.tsx'
import { ServiceMark } from './service-mark.tsx'
import { useServices } from './services.ts'
import { type Channel, sortChannels } from './target-config.ts'

/** Returns the channels in the order to offer them, and those that this installation cannot use; null while loading. */
export function useChannels(): { channels: readonly Channel[] | null; broken: readonly Channel[] } {
  const { data, isPending } = useQuery(formQuery('notification-target'))
  const broken = (data?.variants ?? []).filter(({ warning }) => warning !== null).map(({ value }) => value as Channel)
  return { channels: isPending ? null : sortChannels(broken), broken }
}

interface ChannelChoiceProps {
  /** Whether to offer only services that a contact method of a user may have. */
  isForUser?: boolean
  channel: Channel
  service: string | null
  onChange: (channel: Channel, service: string | null, title: string) => void
}

export function ChannelChoice({ isForUser = false, channel: value, service, onChange }: ChannelChoiceProps) {
  const { notifications } = useText()
  const name = useId()
  const { channels, broken } = useChannels()
  const services = useServices().filter((one) => !isForUser || one.is_contact_method)
  const [isFolded, setFolded] = useState(false)
  const [query, setQuery] = useState('')
  const fold = () => {
    setFolded(true)
    setQuery('')
  }
  const isOffered = (channel: Channel) => !isFolded || (channel === value && !service)
  const shownServices = services.filter((one) => (isFolded ? one.service === service : isFound(one.title, query)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{notifications.form.channel}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {channels?.filter(isOffered).map((channel) => {
          const Icon = CHANNEL_ICON[channel]
          const title = notifications.channel[channel]
          return (
            <Option
              key={channel}
              name={name}
              isChecked={channel === value && !service}
              onChoose={() => onChange(channel, null, title)}
              onFold={fold}
            >
              <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-muted">{notifications.channelHelp[channel]}</span>
              </span>
            </Option>
          )
        })}
      </div>
      {services.length > 0 && !isFolded && (
        <div className="mt-3 mb-2 flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{notifications.form.services}</p>
          <input
            type="search"
            value={query}
            aria-label={notifications.form.findService}
            placeholder={notifications.form.findService}
            className="control w-full sm:w-56"
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {shownServices.map((one) => (
          <Option
            key={one.service}
            name={name}
            isChecked={one.service === service}
            onChoose={() => onChange(one.value as Channel, one.service, one.title)}
            onFold={fold}
          >
            <ServiceMark service={one.service} title={one.title} />
            <span className="min-w-0 self-center text-sm font-medium wrap-anywhere">{one.title}</span>
          </Option>
        ))}
      </div>
      {isFolded && (
        <Button size="small" className="mt-2 max-sm:min-h-10" onClick={() => setFolded(false)}>
          {notifications.form.change}
        </Button>
      )}
      {value === 'email' && broken.includes('email') && (
        <p className="mt-2 rounded-md bg-degraded-soft px-3 py-2 text-sm text-degraded" role="status">
          <MailHelp />
        </p>
      )}
    </fieldset>
  )
}

const isFound = (title: string, query: string): boolean => title.toLowerCase().includes(query.trim().toLowerCase())

interface OptionProps {
  name: string
  isChecked: boolean
  onChoose: () => void
  /** A click decides, so the other options are hidden. Arrow keys only pass through the options. */
  onFold: () => void
  children: ReactNode
}

const Option = ({ name, isChecked, onChoose, onFold, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
  <label
    className="relative flex cursor-pointer gap-2.5 rounded-md border border-edge p-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    onClick={({ detail }) => {
      if (detail === 0) return
      onChoose()
      onFold()
    }}
  >
    <input type="radio" name={name} checked={isChecked} onChange={onChoose} className="sr-only" />
    {children}
  </label>
)
