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

/** The context that the parts of a case's page share. */
export interface CasePageContext {
  readonly detail: CaseDetail
  /** Why this user has read-only access; undefined if the user may change the case. */
  readonly refusal: string | undefined
  /** Whether a change is in progress: conflicting actions wait. */
  readonly busy: boolean
  /**
   * Each function returns whether it succeeded; a refusal was already reported, and the caller keeps the user's input.
   */
  readonly change: (input: CaseChange) => Promise<boolean>
  readonly link: (input: { readonly add?: string[]; readonly remove?: string[] }) => Promise<boolean>
  readonly comment: (text: string) => Promise<boolean>
  /**
   * Any other action: returns what it resolves with, or undefined after a refusal, which was reported. The case is read
   * again in both cases.
   */
  readonly run: <T>(perform: () => Promise<T>) => Promise<T | undefined>
  readonly again: () => void
}

const CasePageReactContext = createContext<CasePageContext | undefined>(undefined)
export const CasePageProvider = CasePageReactContext.Provider

export function useCasePage(): CasePageContext {
  const casePage = useContext(CasePageReactContext)
  if (casePage === undefined) throw new Error('The case page context is used outside its provider.')
  return casePage
}

/** The actions on a case. Their responses are shown at once; the channel brings further changes. */
export function useCasePageValue(
  detail: CaseDetail | undefined,
  accept: (news: Case) => void,
  again: () => void,
): CasePageContext | undefined {
  const roleRefusal = useRefusal(updateCase)
  const refusal = roleRefusal ?? mergedRefusal(detail)
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
      run,
      again,
    }

    async function run<T>(perform: () => Promise<T>): Promise<T | undefined> {
      try {
        return await perform()
      } catch (problem) {
        toast.error(problemText(problem))
        return undefined
      } finally {
        again()
      }
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

/** A merged case is read only: its items are in the other case. */
function mergedRefusal(detail: CaseDetail | undefined): string | undefined {
  const into = detail?.case.merged_into
  return into ? `This case is merged into CAS-${into.number}. Work there, or take it out again.` : undefined
}

/** The error text. After a conflict it states what to do: by then the page shows the current case (rule CASE-UI-21). */
function problemText(problem: unknown): string {
  const isLate = problem instanceof Failure && problem.code === 'ROW_CHANGED'
  return isLate ? 'Somebody changed this case first. Its current state is shown. Try again.' : messageOf(problem)
}
