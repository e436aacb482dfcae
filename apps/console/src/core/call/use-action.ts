import { Failure } from '@carapace/shared/core/failure'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from './call.ts'
import { queryClient } from './query.ts'

interface Action {
  readonly busy: boolean
  /** Why it was refused the last time, as one message. */
  readonly problem: string | undefined
  /**
   * Performs it and resolves when it is over, refused or not. `onConflict` handles a row that somebody else changed
   * first; without it the conflict becomes the problem.
   */
  readonly run: (perform: () => Promise<void>, onConflict?: () => Promise<void>) => Promise<void>
}

interface Attempt {
  readonly perform: () => Promise<void>
  readonly onConflict: (() => Promise<void>) | undefined
}

/** A write that a form asks the server for: what is busy, and what went wrong. */
export function useAction(): Action {
  const { isPending, error, mutateAsync } = useMutation({ mutationFn: attempted }, queryClient)
  return {
    busy: isPending,
    problem: error === null ? undefined : messageOf(error),
    // the failure is shown as `problem`: whoever started the action has nothing more to do with it
    run: (perform, onConflict) => mutateAsync({ perform, onConflict }).catch(() => undefined),
  }
}

/** Performs an attempt; a row that was changed meanwhile goes to `onConflict`. */
export async function attempted({ perform, onConflict }: Attempt): Promise<void> {
  try {
    await perform()
  } catch (thrown) {
    if (onConflict === undefined || !isConflict(thrown)) throw thrown
    await onConflict()
  }
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.code === 'ROW_CHANGED'
}
