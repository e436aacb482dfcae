import { Failure } from '@carapace/shared/core/failure'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from './call.ts'
import { queryClient } from './query.ts'

interface Action {
  readonly busy: boolean
  /** Why the last attempt failed, as one message. */
  readonly problem: string | undefined
  /**
   * Performs the action and resolves at its end, also when it fails. `onConflict` handles a row that somebody else
   * changed first; without it the conflict becomes the problem.
   */
  readonly run: (perform: () => Promise<void>, onConflict?: () => Promise<void>) => Promise<void>
}

interface Attempt {
  readonly perform: () => Promise<void>
  readonly onConflict: (() => Promise<void>) | undefined
}

/** A write that a form sends to the server, with its busy state and its error. */
export function useAction(): Action {
  const { isPending, error, mutateAsync } = useMutation({ mutationFn: attempted }, queryClient)
  return {
    busy: isPending,
    problem: error === null ? undefined : messageOf(error),
    // the failure is shown as `problem`, so the caller that started the action need not handle it
    run: (perform, onConflict) => mutateAsync({ perform, onConflict }).catch(() => undefined),
  }
}

/** Performs an attempt; a row that somebody else changed in the meantime goes to `onConflict`. */
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
