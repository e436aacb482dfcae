import {
  type Agreement,
  agreementChannel,
  type AgreementChanges,
  getAgreement,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { endpointQuery, pageSubject, queryClient, useEndpoint } from '../core/call/query.ts'
import { live } from '../core/live/live.ts'
import { useSession } from '../core/session/session.ts'
import { rereader } from './reread.ts'

export type Here = AgreementChanges['people'][number]

/** An agreement as it is now, and as long as somebody looks at it. */
export interface OpenAgreement {
  readonly agreement: Agreement
  /** The others of both sides who have it open. */
  readonly people: readonly Here[]
  /** Changes whenever cover, glossary, team or signatures changed: what is made from them has to be read again. */
  readonly pages: number
  /** Changes whenever comments, files, deliveries or events changed. */
  readonly exchange: number
  /** Reads the agreement again, after a write of the own. */
  readonly refetch: () => void
}

/** What a page of an agreement works with. */
export interface AgreementContext extends OpenAgreement {
  /** Why the user may not change anything; undefined: they may. */
  readonly refusal: string | undefined
}

interface FollowedAgreement extends Omit<OpenAgreement, 'agreement'> {
  readonly agreement: Agreement | undefined
  readonly problem: string | undefined
  readonly error: Error | undefined
}

type Seen = Pick<OpenAgreement, 'people' | 'pages' | 'exchange'>

/** The query of an agreement: optimistic changes are patched into its answer. */
export const agreementQuery = (uuid: string) => endpointQuery(getAgreement, { agreement_uuid: uuid })

/** An agreement that is kept up to date while the caller is mounted, and who else has it open (rule AGREEMENT-UI-2). */
export function useAgreement(uuid: string): FollowedAgreement {
  const { data, problem, error } = useEndpoint(getAgreement, { agreement_uuid: uuid }, pageSubject)
  const [seen, setSeen] = useState<Seen>({ people: [], pages: 0, exchange: 0 })
  const refetch = useMemo(
    () => rereader(() => queryClient.refetchQueries({ queryKey: agreementQuery(uuid).queryKey, exact: true })),
    [uuid],
  )
  useEffect(() => {
    let known: AgreementChanges | undefined
    const feed = live(agreementChannel, { agreement_uuid: uuid }).subscribe((message) => {
      // access was lost: the page shows why the request is refused
      if (message.op === 'error') return refetch()
      const next = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (next === undefined) return
      // what changed before a snapshot is not known: before the subscription, or while the connection was lost
      const before = message.op === 'snapshot' ? undefined : known
      known = next
      if (parts.some((part) => next[part] !== before?.[part])) refetch()
      setSeen(({ pages, exchange }) => ({
        people: next.people,
        pages: pages + Number(next.pages !== before?.pages),
        exchange: exchange + Number(next.exchange !== before?.exchange),
      }))
    })
    return () => feed.unsubscribe()
  }, [uuid, refetch])
  const self = useSession()?.uuid
  const people = useMemo(() => seen.people.filter((each) => each.uuid !== self), [seen.people, self])
  const { pages, exchange } = seen
  const agreement = data?.agreement
  return useMemo(
    () => ({ agreement, problem, error, people, pages, exchange, refetch }),
    [agreement, problem, error, people, pages, exchange, refetch],
  )
}

const parts = ['sheet', 'pages', 'exchange'] as const

/** Reads again what is made from a part of the agreement, whenever its counter changes. */
export function useRereadOn(counter: number, refetch: () => void): void {
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  }, [refetch])
  const first = useRef(counter)
  useEffect(() => {
    if (counter === first.current) return
    first.current = counter
    latest.current()
  }, [counter])
}
