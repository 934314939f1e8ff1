/** Choice of the channel, which is fixed after creation and determines the other fields. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '../../text/text.tsx'
import { CHANNEL_ICON } from '../delivery.tsx'
import { formQuery } from '../schema-form/form-query.ts'
import { MailHelp } from './mail-help.tsx'
import { type Channel, sortChannels } from './target-config.ts'

/** Returns the channels in the order to offer them, and those that this installation cannot use; null while loading. */
export function useChannels(): { channels: readonly Channel[] | null; broken: readonly Channel[] } {
  const { data, isPending } = useQuery(formQuery('notification-target'))
  const broken = (data?.variants ?? []).filter(({ warning }) => warning !== null).map(({ value }) => value as Channel)
  return { channels: isPending ? null : sortChannels(broken), broken }
}

interface ChannelChoiceProps {
  value: Channel
  onChange: (channel: Channel) => void
}

export function ChannelChoice({ value, onChange }: ChannelChoiceProps) {
  const { notifications } = useText()
  const name = useId()
  const { channels, broken } = useChannels()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{notifications.form.channel}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {channels?.map((channel) => {
          const Icon = CHANNEL_ICON[channel]
          return (
            <label
              key={channel}
              className="relative flex cursor-pointer gap-2.5 rounded-md border border-edge p-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={channel}
                checked={channel === value}
                onChange={() => onChange(channel)}
                className="sr-only"
              />
              <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
              <span>
                <span className="block font-medium">{notifications.channel[channel]}</span>
                <span className="block text-sm text-muted">{notifications.channelHelp[channel]}</span>
              </span>
            </label>
          )
        })}
      </div>
      {broken.includes('email') && (
        <p className="mt-2 rounded-md bg-degraded-soft px-3 py-2 text-sm text-degraded" role="status">
          <MailHelp />
        </p>
      )}
    </fieldset>
  )
}
