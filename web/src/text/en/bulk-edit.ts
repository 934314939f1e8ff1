export const bulkEdit = {
  title: (count: string) => (count === '1' ? 'Edit 1 monitor' : `Edit ${count} monitors`),
  tooMany: (limit: string) => `One edit changes at most ${limit} monitors. Select fewer monitors.`,
  fields: 'Fields to change',
  fieldsHelp: 'All other settings stay the same.',
  search: 'Search fields',
  some: (count: string, total: string) => `Applies to ${count} of ${total} monitors`,
  mode: (field: string) => `Change of ${field}`,
  modes: { add: 'Add', remove: 'Remove', replace: 'Replace' },
  preview: 'Preview',
  back: 'Back',
  changing: (count: string, total: string) => `${count} of ${total} monitors change`,
  noneChanging: 'No monitor changes',
  group: (count: string) => (count === '1' ? '1 monitor' : `${count} monitors`),
  moreGroups: (count: string) => `and ${count} other values`,
  refused: (count: string) =>
    count === '1' ? '1 monitor is refused and stays the same' : `${count} monitors are refused and stay the same`,
  unchanged: (count: string) =>
    count === '1' ? '1 monitor already has these values.' : `${count} monitors already have these values.`,
  otherType: (count: string) =>
    count === '1'
      ? '1 monitor has a type without these fields.'
      : `${count} monitors have a type without these fields.`,
  notUndoable: 'Some of these changes cannot be undone, because secret values are replaced.',
  apply: (count: string) => (count === '1' ? 'Change 1 monitor' : `Change ${count} monitors`),
  done: (count: string) => (count === '1' ? '1 monitor changed' : `${count} monitors changed`),
  doneRefused: (count: string) => (count === '1' ? '1 monitor was refused.' : `${count} monitors were refused.`),
  none: 'none',
  on: 'on',
  off: 'off',
  hidden: 'hidden value',
  gone: 'deleted entry',
}
