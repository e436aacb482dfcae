import { Failure } from '@carapace/shared/core/failure'
import type { Term } from '@carapace/shared/interface-agreement/cover'
import { getAgreementPages, saveAgreementGlossary } from '@carapace/shared/interface-agreement/pages.contract'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { endpointQuery, pageSubject, patch, useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import type { AgreementContext } from '../use-agreement.ts'
import { useRereadOn } from '../use-agreement.ts'
import { edited, type GlossaryEdit } from './edits.ts'

/** How often a change is made again on top of what others have stored first. */
const attempts = 3

/** The glossary of an agreement; a change is stored on top of those of others (rule AGREEMENT-UI-11). */
export function useGlossary({ agreement, pages, refetch: refetchAgreement }: AgreementContext) {
  const input = { agreement_uuid: agreement.uuid }
  const { data, problem, refetch } = useEndpoint(getAgreementPages, input, pageSubject)
  useRereadOn(pages, refetch)
  const { busy, problem: refused, run } = useAction()

  /** Stores a change; resolves to whether it is stored. */
  async function store(edit: GlossaryEdit): Promise<boolean> {
    let isStored = false
    await run(async () => {
      const { glossary, revision } = await stored(edit)
      patch<z.output<typeof getAgreementPages.output>>(endpointQuery(getAgreementPages, input), (known) => ({
        ...known,
        glossary,
        glossary_revision: revision,
      }))
      isStored = true
      refetch()
      refetchAgreement()
    })
    return isStored
  }

  async function stored(edit: GlossaryEdit): Promise<{ readonly glossary: Term[]; readonly revision: number }> {
    for (let attempt = 1; ; attempt++) {
      const now = attempt === 1 && data ? data : await call(getAgreementPages, input)
      const glossary = edited(now.glossary, edit)
      if (typeof glossary === 'string') throw new Error(glossary)
      try {
        const { revision } = await call(saveAgreementGlossary, { ...input, glossary, revision: now.glossary_revision })
        return { glossary, revision }
      } catch (thrown) {
        const isConflict = thrown instanceof Failure && thrown.code === 'ROW_CHANGED'
        if (!isConflict || attempt === attempts) throw thrown
      }
    }
  }

  return { glossary: data?.glossary, problem, refetch, store, busy, refused }
}
