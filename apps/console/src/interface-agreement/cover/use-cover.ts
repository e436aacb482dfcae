import { getAgreementPages, saveAgreementCover } from '@carapace/shared/interface-agreement/pages.contract'
import { useEffect, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { endpointQuery, pageSubject, queryClient, useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import type { AgreementContext } from '../use-agreement.ts'
import { useRereadOn } from '../use-agreement.ts'
import { type CoverFields, isSame, rebased } from './cover-draft.ts'

interface Draft {
  /** What was stored when the typing began. */
  readonly base: CoverFields
  readonly mine: CoverFields
}

/** The cover of an agreement, and what the user has typed and not saved (rule AGREEMENT-UI-9). */
export function useCover({ agreement, pages, refetch: refetchAgreement }: AgreementContext) {
  const input = { agreement_uuid: agreement.uuid }
  const { data, problem, refetch } = useEndpoint(getAgreementPages, input, pageSubject)
  useRereadOn(pages, refetch)
  const [draft, setDraft] = useState<Draft>()
  const [isRebased, setRebased] = useState(false)
  const action = useAction()
  const stored = data && { title: data.title, cover: data.cover }

  // others have stored something while this user types: their fields stay, except those that this user has typed, too
  useEffect(() => {
    if (!data) return
    const now = { title: data.title, cover: data.cover }
    setDraft((before) => {
      if (!before || isSame(before.base, now)) return before
      const mine = rebased(before.base, before.mine, now)
      return isSame(mine, now) ? undefined : { base: now, mine }
    })
  }, [data])

  const save = () =>
    action.run(
      async () => {
        if (!draft || !data) return
        await call(saveAgreementCover, { ...input, ...draft.mine, revision: data.cover_revision })
        await readAgain()
        setDraft(undefined)
        setRebased(false)
        refetchAgreement()
      },
      async () => {
        await readAgain()
        setRebased(true)
      },
    )
  const readAgain = () =>
    queryClient.refetchQueries({ queryKey: endpointQuery(getAgreementPages, input).queryKey, exact: true })

  return {
    shown: draft?.mine ?? stored,
    problem,
    refetch,
    isChanged: draft !== undefined,
    /** Somebody stored another cover first: the user looks at both together, and saves again. */
    isRebased,
    change: (next: CoverFields) => {
      if (stored) setDraft(isSame(next, stored) ? undefined : { base: draft?.base ?? stored, mine: next })
    },
    discard: () => {
      setDraft(undefined)
      setRebased(false)
    },
    save,
    saving: { busy: action.busy, problem: action.problem },
  }
}
