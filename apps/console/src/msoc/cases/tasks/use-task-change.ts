import { type CaseTask, saveCaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { useCasePage } from '../page-context.tsx'

type TaskChange = Omit<z.input<typeof saveCaseTask.input>, 'case_uuid' | 'uuid' | 'revision'>

/** Changes a task at the revision that is shown. */
export function useTaskChange(task: CaseTask) {
  const { detail, run } = useCasePage()
  return async (change: TaskChange): Promise<boolean> => {
    const { uuid, revision } = task
    const answer = await run(() => call(saveCaseTask, { case_uuid: detail.case.uuid, uuid, revision, ...change }))
    return answer !== undefined
  }
}
