export const until = {
  choice: {
    halfHour: (time: string) => `For 30 minutes (until ${time})`,
    hour: (time: string) => `For 1 hour (until ${time})`,
    fourHours: (time: string) => `For 4 hours (until ${time})`,
    hours: (time: string) => `For 8 hours (until ${time})`,
    tomorrow: (time: string) => `Until tomorrow ${time}`,
  },
  pause: {
    menu: 'Pause until…',
    title: 'Pause until',
    description: 'No checks run and no alerts are sent. Checks resume at this time.',
    noEnd: 'Until resumed',
    until: (time: string) => `Paused until ${time}`,
    keepsIncident: 'Monitoring is paused: open incidents stay open until checks run again.',
    started: (time: string) => `Monitoring was paused until ${time}`,
    what: {
      paused: 'Monitoring was paused',
      disabled: 'Monitoring was disabled',
      resumed: 'Monitoring was resumed',
      ended: 'The pause ended, and monitoring was resumed',
      full: 'The pause ended, but monitoring stays paused: the plan allows no further active monitor',
    },
  },
  custom: 'Until a date and time…',
  label: 'End',
  help: (zone: string) => `Local time (${zone}).`,
  lasts: (duration: string) => `Lasts ${duration}`,
  problem: {
    missing: (_latest: string) => 'Enter a date and a time.',
    past: (_latest: string) => 'Enter a time in the future.',
    far: (latest: string) => `Enter a time before ${latest}.`,
  },
}

export const silence = {
  silence: 'Silence',
  end: 'End silence',
  title: 'Silence alerts',
  titleMany: (count: string) => (count === '1' ? 'Silence 1 monitor' : `Silence ${count} monitors`),
  description: 'Checks continue, and no alerts are sent until then. At the end, recipients are brought up to date.',
  note: 'Note (optional)',
  by: (name: string, until: string) => `Silenced by ${name} until ${until}`,
  someone: 'a former user',
  done: (until: string) => `Alerts are silenced until ${until}`,
  ended: 'The silence has ended',
}

export const snooze = {
  snooze: 'Snooze',
  end: 'End snooze',
  title: 'Snooze the incident',
  description:
    'No reminders and no escalations are sent until then. If the incident is not resolved by then, it is open again.',
  by: (name: string, until: string) => `Snoozed until ${until} by ${name}`,
  via: (target: string, until: string) => `Snoozed until ${until} via ${target}`,
  done: (until: string) => `Snoozed until ${until}`,
  doneMany: (count: string, until: string) =>
    count === '1' ? `1 incident snoozed until ${until}` : `${count} incidents snoozed until ${until}`,
  ended: 'The snooze has ended',
}
