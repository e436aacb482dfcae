import type postgres from 'postgres'
import { Failure } from '@carapace/shared/core/failure'
import { accountedTo, currentAccount } from './account-of-work.ts'
import { fairTurns } from './fair-turns.ts'

/** Connections of one process. */
export const connections = 10
/** The others are for work on nobody's account: sessions, mails, jobs, shared views. */
const ofCallers = 8
const perOrganisation = 6
const perUser = 3
const waitingPerUser = 500
/** A query that ends within this time is not cancelled, ms. */
const quickMs = 250

export const busy = () =>
  new Failure('BUSY', { message: 'Too many of your requests wait. Try again shortly.', retryAfter: 5 })

export const gone = () => new Failure('BUSY', { message: 'Nobody waits for this any more.' })

/** postgres.js sends no further query behind this one: cancelling it would end that one, too. */
const aloneOnConnection = { onexecute: () => false }

type Query = postgres.PendingQuery<postgres.Row[]>
/** What Drizzle uses of a client. */
export type DrizzleClient = Pick<postgres.Sql, 'unsafe' | 'begin' | 'options'>

/**
 * A client whose connections are shared fairly: one organisation uses at most six of them at a time and one user three,
 * whatever waits. A query whose caller has gone is cancelled (rules USE-1, USE-2).
 */
export function fairClient(client: postgres.Sql): DrizzleClient {
  const users = fairTurns({ atOnce: Infinity, perOwner: perUser, waitingPerOwner: waitingPerUser }, busy)
  const organisations = fairTurns({ atOnce: ofCallers, perOwner: perOrganisation, waitingPerOwner: Infinity }, busy)

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const account = currentAccount()
    if (!account || account.isInTransaction) return work()
    return users.run(account.user, () =>
      organisations.run(account.org, () => {
        if (account.signal?.aborted) throw gone()
        return work()
      }),
    )
  }

  const unsafe: postgres.Sql['unsafe'] = (text, parameters = [], options = {}) => {
    const begin = () => client.unsafe(text, parameters, { ...options, ...aloneOnConnection }) as Query
    const run = () => inTurn(() => untilGone(begin()))
    return {
      // oxlint-disable-next-line unicorn/no-thenable -- as postgres.js's own, it begins when somebody waits for it
      then: (done: () => unknown, failed: () => unknown) => run().then(done, failed),
      values: () => inTurn(() => untilGone(begin().values())),
    } as never
  }

  const begin = (work: (tx: postgres.TransactionSql) => unknown) =>
    inTurn(() => {
      const account = currentAccount()
      return client.begin((tx) => accountedTo(account && { ...account, isInTransaction: true }, () => work(tx)))
    })

  return { options: client.options, unsafe, begin: begin as postgres.Sql['begin'] }
}

/**
 * The query's answer; it is cancelled when its caller goes, but not before it ran for `quickMs`: a request to cancel
 * costs PostgreSQL a new process, and most queries end before.
 */
async function untilGone<T>(
  query: postgres.PendingQuery<postgres.Row[]> | postgres.PendingValuesQuery<T & postgres.Row[]>,
) {
  const signal = currentAccount()?.signal
  const begun = performance.now()
  let timer: NodeJS.Timeout | undefined
  const cancel = () => {
    timer = setTimeout(() => query.cancel(), Math.max(0, quickMs - (performance.now() - begun)))
  }
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await query
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
