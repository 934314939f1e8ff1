/** The dialog of a notification target, loaded when it is opened. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'

const TargetForm = lazy(() =>
  loadChunk(async () => ({ default: (await import('./target-form/target-form.tsx')).TargetForm })),
)

/** Name of the draft of a new target. */
export const NEW_TARGET = 'target:new'

export const TargetDialog = (props: ComponentProps<typeof TargetForm>) => (
  <Suspense>
    <TargetForm {...props} />
  </Suspense>
)
