import { type FormEvent, useState } from 'react'
import { messagesOf } from '../core/call/call.ts'

interface Submission {
  readonly busy: boolean
  readonly problems: readonly string[]
  /** Runs the action; an error that it throws becomes the list of problems. */
  readonly run: (action: () => Promise<void>) => Promise<void>
  /** Shows a problem without a call to the server. */
  readonly refuse: (problem: string) => void
  /** The same as a form's submit handler. */
  readonly asForm: (action: () => Promise<void>) => (event: FormEvent) => void
}

/**
 * The common behaviour of all forms here: one call at a time, earlier errors disappear, new ones are shown above the
 * form. It stays busy after success, since the page is being left.
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
