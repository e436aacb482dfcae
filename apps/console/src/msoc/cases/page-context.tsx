import { Failure } from '@carapace/shared/core/failure'
import type { Endpoint } from '@carapace/shared/core/endpoint'
import { type Case, commentCase, linkAlerts, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { createContext, useContext, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { toast } from '../../core/ui/toast.ts'
import type { CaseDetail } from './use-case.ts'

type CaseChange = Omit<z.input<typeof updateCase.input>, 'uuid' | 'revision'>

/** What the parts of a case's page work at. */
export interface CasePageContext {
  readonly detail: CaseDetail
  /** Why this person may only look; undefined when they may act. */
  readonly refusal: string | undefined
  /** Something is under way: what would collide with it waits. */
  readonly busy: boolean
  /** Each answers whether it was done; what was refused has been said, and what was typed is the caller's to keep. */
  readonly change: (input: CaseChange) => Promise<boolean>
  readonly link: (input: { readonly add?: string[]; readonly remove?: string[] }) => Promise<boolean>
  readonly comment: (text: string) => Promise<boolean>
}

const CasePageReactContext = createContext<CasePageContext | undefined>(undefined)
export const CasePageProvider = CasePageReactContext.Provider

export function useCasePage(): CasePageContext {
  const casePage = useContext(CasePageReactContext)
  if (casePage === undefined) throw new Error('The desk of a case is used outside its page.')
  return casePage
}

/** What can be done to a case. Its answers are shown at once; the channel brings the rest. */
export function useCasePageValue(
  detail: CaseDetail | undefined,
  accept: (news: Case) => void,
  again: () => void,
): CasePageContext | undefined {
  const refusal = useRefusal(updateCase)
  const [busy, setBusy] = useState(false)

  return useMemo(() => {
    if (detail === undefined) return undefined
    const { uuid, revision } = detail.case

    return {
      detail,
      refusal,
      busy,
      change: (input) => act(updateCase, { uuid, revision, ...input }),
      link: (input) => act(linkAlerts, { uuid, ...input }),
      comment: (text) => act(commentCase, { uuid, text }),
    }

    async function act<In extends z.ZodType>(
      endpoint: Endpoint<In, typeof updateCase.output>,
      input: z.input<In>,
    ): Promise<boolean> {
      setBusy(true)
      try {
        accept((await call(endpoint, input)).case)
        return true
      } catch (problem) {
        toast.error(problemText(problem))
        return false
      } finally {
        setBusy(false)
        again()
      }
    }
  }, [detail, refusal, busy, accept, again])
}

/** A change that came too late says what to do: the page shows the case as it is by then (rule CASE-UI-21). */
function problemText(problem: unknown): string {
  const isLate = problem instanceof Failure && problem.code === 'ROW_CHANGED'
  return isLate ? 'Somebody changed this case first. It is shown as it is now; try again.' : messageOf(problem)
}
