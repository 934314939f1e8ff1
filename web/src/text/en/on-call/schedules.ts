export const schedules = {
  add: 'New schedule',
  created: (name: string) => `${name} created. Its shifts are listed below.`,
  saved: 'Schedule saved',
  deleted: (name: string) => `${name} deleted`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteHelp:
    'The schedule, its overrides and its calendar feed are deleted. Escalation policies no longer use it. This cannot be undone.',
  form: {
    add: 'New on-call schedule',
    edit: 'Edit on-call schedule',
    layer: (position: string) => `Layer ${position}`,
    addLayer: 'Add layer',
    mostLayers: (count: string) => `A schedule has at most ${count} layers.`,
    member: (position: string) => `Member ${position}`,
    unknownMember: 'A member who is not listed',
    addMember: 'Add member',
    mostMembers: (count: string) => `A layer has at most ${count} turns.`,
    rotations: { daily: 'Daily', weekly: 'Weekly' },
    shiftLength: { daily: 'Days per turn', weekly: 'Weeks per turn' },
    restrictionCount: (count: string) =>
      count === '0' ? 'All times' : count === '1' ? '1 period' : `${count} periods`,
    restriction: (position: string) => `Period ${position}`,
    addRestriction: 'Add period',
    mostRestrictions: (count: string) => `A layer has at most ${count} periods.`,
    repeats: 'Repeats',
    kinds: { daily: 'Every day', weekly: 'Every week' },
    overnight: 'An end that is not later than the start is on the next day or in the next week.',
    neverApplies: (layers: string) =>
      `This layer never applies, because ${layers} covers all its hours. Restrict ${layers}, or move this layer below it.`,
    gaps: (count: string, total: string) =>
      count === '1'
        ? `No user is on call for ${total} of these two weeks.`
        : `No user is on call for ${total} of these two weeks, in ${count} gaps.`,
    preview: 'Shifts of the next two weeks',
    previewNeedsFields: 'The shifts appear here when all fields are valid.',
    submit: 'Create schedule',
  },
  feed: {
    open: 'Calendar feed',
    title: (name: string) => `Calendar feed of ${name}`,
    help: 'An iCalendar URL with the shifts of the last month and the next three months, for any calendar app.',
    none: 'This schedule has no calendar feed.',
    exists: 'This schedule has a calendar feed. Its URL was shown only once.',
    url: 'URL of the calendar feed',
    urlHelp:
      'Copy the URL now; it is shown only once. The URL is the only credential, so anyone with it sees the shifts.',
    create: 'Create feed',
    replace: 'Replace URL',
    replaceHelp: 'A new URL stops the old one.',
    revoke: 'Revoke feed',
    revoked: 'Calendar feed revoked',
  },
}
