import { useProbesText } from '../../text/probes.ts'
import { Card } from '../../ui/page.tsx'

/** What one comes to see who has no probe elsewhere: why, and how. */
export function FirstSteps() {
  const { first } = useProbesText()
  return (
    <Card title={first.title}>
      <p className="max-w-3xl">{first.text}</p>
      <ol className="mt-3 grid max-w-5xl gap-3 lg:grid-cols-3">
        {[first.make, first.run, first.come].map((step, index) => (
          <li key={step} className="flex gap-3 rounded-md bg-sunken p-3">
            <span
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent text-sm font-semibold text-on-accent"
              aria-hidden
            >
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
