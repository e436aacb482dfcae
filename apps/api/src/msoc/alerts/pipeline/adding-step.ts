import { Failure } from '@carapace/shared/core/failure'
import { isSuppressing } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { stepsAtMost } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../../core/db.ts'
import type { Caller } from '../../../core/http/caller.ts'
import { beginFollowing } from './follower.queries.ts'
import { countSteps, insertStep, isOver, lastPosition, type StepRow } from './steps.queries.ts'

type Fields = Pick<
  StepRow,
  'kind' | 'matchers' | 'inhibitors' | 'assignment' | 'escalation' | 'startsAt' | 'endsAt' | 'reason'
>

/** Adds a step to the alert pipeline, behind all others if no order is given; refused if there are too many. */
export async function addStep(tx: Tx, caller: Caller, fields: Fields, order: number | undefined): Promise<StepRow> {
  const { org, user } = caller
  refuseOver(fields)
  if ((await countSteps(tx, org, new Date())) >= stepsAtMost)
    throw new Failure('RULE_REFUSED', { message: `At most ${stepsAtMost} steps can be planned at once; end some.` })
  const position = order ?? (await lastPosition(tx, org))
  const step = await insertStep(tx, org, { ...fields, position, authorUuid: user.uuid, author: user.name })
  if (!isSuppressing(step.kind)) await beginFollowing(tx, org, step.uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'add alert step',
    subject: 'alert step',
    subjectUuid: step.uuid,
    after: step,
  })
  return step
}

/** Refuses to change a step that is over. */
export function refuseOver({ active = true, endsAt }: { active?: boolean; endsAt: Date | null }): void {
  if (isOver({ active, endsAt }, new Date()))
    throw new Failure('RULE_REFUSED', { message: 'This step is over already. Create a new one.' })
}
