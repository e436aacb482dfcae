import { type FormEvent, useState } from 'react'
import { messagesOf } from '../core/call/call.ts'

interface Submission {
  readonly busy: boolean
  readonly problems: readonly string[]
  /** Does the deed; what it throws becomes the problems. */
  readonly run: (action: () => Promise<void>) => Promise<void>
  /** Says what is wrong without asking anybody. */
  readonly refuse: (problem: string) => void
  /** The same for a form that is sent. */
  readonly asForm: (action: () => Promise<void>) => (event: FormEvent) => void
}

/**
 * What every form here does: one call at a time, the earlier errors go, new ones stand above the form. Stays busy after
 * success: the page is being left.
 */
export function useSubmission(before: readonly string[] = []): Submission {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState(before)

  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    setProblems([])
    try {
      await action()
    } catch (problem) {
      setProblems(messagesOf(problem))
      setBusy(false)
    }
  }
  const asForm = (action: () => Promise<void>) => (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void run(action)
  }
  return { busy, problems, run, asForm, refuse: (problem) => setProblems([problem]) }
}
