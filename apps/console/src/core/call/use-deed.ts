import { Failure } from '@carapace/shared/core/failure'
import { useState } from 'react'
import { messageOf } from './call.ts'

interface Deed {
  readonly busy: boolean
  /** Why it was refused the last time. */
  readonly problem: string | undefined
  /** Does it. `onChanged` is for a row that somebody else changed first; without it that becomes the problem. */
  readonly run: (doing: () => Promise<void>, onChanged?: () => Promise<void>) => Promise<void>
}

/** Something that a form asks of the server. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run(doing: () => Promise<void>, onChanged?: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await doing().catch((thrown: unknown) => {
        if (onChanged === undefined || !isConflict(thrown)) throw thrown
        return onChanged()
      })
    } catch (thrown) {
      setProblem(messageOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.code === 'ROW_CHANGED'
}
