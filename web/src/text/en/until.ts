export const until = {
  choice: {
    hour: (time: string) => `For 1 hour (until ${time})`,
    hours: (time: string) => `For 8 hours (until ${time})`,
    tomorrow: (time: string) => `Until tomorrow ${time}`,
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
