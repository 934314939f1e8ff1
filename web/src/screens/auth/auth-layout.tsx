/** Layout of the screens for signed-out users. */
import type { ReactNode } from 'react'
import { Logo } from '../../app/logo.tsx'
import { LANGUAGES, type Language } from '../../text/languages.ts'
import { useLanguage, useText } from '../../text/text.tsx'
import { Options } from '../../ui/field.tsx'
import { useWindowTitle } from '../../ui/page.tsx'

interface AuthLayoutProps {
  title: string
  intro?: ReactNode
  children?: ReactNode
  /** Links below the card. */
  aside?: ReactNode
}

export function AuthLayout({ title, intro, children, aside }: AuthLayoutProps) {
  const { common } = useText()
  useWindowTitle(title)
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-8 sm:py-16">
      <main className="flex w-full max-w-md flex-1 flex-col">
        <div className="mb-6 flex items-center justify-center gap-2.5 text-lg font-semibold">
          <Logo className="size-8" />
          {common.appName}
        </div>
        <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {intro && <div className="mt-1.5 text-muted wrap-anywhere">{intro}</div>}
          {children && <div className="mt-5">{children}</div>}
        </div>
        {aside && <div className="mt-4 text-center text-muted">{aside}</div>}
      </main>
      <LanguageChoice />
    </div>
  )
}

function LanguageChoice() {
  const { auth } = useText()
  const { language, choose } = useLanguage()
  return (
    <footer className="pt-8">
      <select
        aria-label={auth.language}
        value={language}
        onChange={(event) => choose(event.target.value as Language)}
        className="control min-h-10 w-auto text-sm text-muted"
      >
        <Options options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))} />
      </select>
    </footer>
  )
}
