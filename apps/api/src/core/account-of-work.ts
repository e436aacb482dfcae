import { AsyncLocalStorage } from 'node:async_hooks'

/** Who the database's work is accounted to (rule USE-1). */
export interface WorkAccount {
  readonly org: string
  readonly user: string
  /** Aborted when nobody waits for the answer any more; absent: the work is finished in any case. */
  readonly signal?: AbortSignal | undefined
  /** Inside a transaction: it has its connection, and waits for no other. */
  readonly isInTransaction?: boolean
}

const accounts = new AsyncLocalStorage<WorkAccount | undefined>()

/** Does `work` on this account. */
export function accountedTo<T>(account: WorkAccount | undefined, work: () => T): T {
  return accounts.run(account, work)
}

/** Does `work` on nobody's account: what it begins serves many, and outlives the caller. */
export function unaccounted<T>(work: () => T): T {
  return accounts.run(undefined, work)
}

export const currentAccount = (): WorkAccount | undefined => accounts.getStore()

/** The function, always on the account under which this was called. */
export const onThisAccount: typeof AsyncLocalStorage.bind = (work) => AsyncLocalStorage.bind(work)

/** Content that is produced on the account under which this was called, whoever pulls it. */
export function accountedContent<T>(content: AsyncGenerator<T>): AsyncIterableIterator<T> {
  const inAccount = AsyncLocalStorage.snapshot()
  const iterator = {
    next: () => inAccount(() => content.next()),
    return: () => inAccount(() => content.return(undefined)),
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
