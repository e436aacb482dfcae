import { type FormEvent, useState } from 'react'
import { messagesOf } from '../core/call/call.ts'

interface Asking {
  readonly busy: boolean
  readonly problems: readonly string[]
  /** Does the deed; what it throws becomes the problems. */
  readonly ask: (deed: () => Promise<void>) => Promise<void>
  /** Says what is wrong without asking anybody. */
  readonly refuse: (problem: string) => void
  /** The same for a form that is sent. */
  readonly asForm: (deed: () => Promise<void>) => (event: FormEvent) => void
}

/**
 * What every form here does: one call at a time, the earlier errors go, new ones stand above the form. Stays busy after
 * success: the page is being left.
 */
export function useAsking(before: readonly string[] = []): Asking {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState(before)

  const ask = async (deed: () => Promise<void>) => {
    setBusy(true)
    setProblems([])
    try {
      await deed()
    } catch (problem) {
      setProblems(messagesOf(problem))
      setBusy(false)
    }
  }
  const asForm = (deed: () => Promise<void>) => (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void ask(deed)
  }
  return { busy, problems, ask, asForm, refuse: (problem) => setProblems([problem]) }
}
