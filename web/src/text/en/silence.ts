export const silence = {
  silence: 'Silence',
  end: 'End silence',
  title: 'Silence alerts',
  titleMany: (count: string) => (count === '1' ? 'Silence 1 monitor' : `Silence ${count} monitors`),
  description: 'Checks continue, and no alerts are sent until then. At the end, recipients are brought up to date.',
  by: (name: string, until: string) => `Silenced by ${name} until ${until}`,
  someone: 'a former user',
  done: (until: string) => `Alerts are silenced until ${until}`,
  ended: 'The silence has ended',
  failed: 'The silence could not be changed',
}
