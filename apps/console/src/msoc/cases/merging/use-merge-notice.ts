import { unmergeCase } from '@carapace/shared/msoc/cases/case-actions.contract'
import { call } from '../../../core/call/call.ts'
import { toast } from '../../../core/ui/toast.ts'
import { caseId } from '../list.ts'
import { useCasePage } from '../page-context.tsx'

interface Named {
  readonly uuid: string
  readonly number: number
}

/** Reports a merge, and can take it back. */
export function useMergeNotice() {
  const { run } = useCasePage()
  return (merged: Named, into: Named) => {
    const undo = async () => {
      const answer = await run(() => call(unmergeCase, { uuid: merged.uuid }))
      if (answer !== undefined) toast.blank(`${caseId(merged)} is a case of its own again.`)
    }
    toast.success(`${caseId(merged)} is merged into ${caseId(into)}.`, {
      action: { text: 'Undo', run: () => void undo() },
    })
  }
}
