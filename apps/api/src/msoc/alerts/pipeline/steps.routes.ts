import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  type AlertStep,
  deleteAlertStep,
  endAlertStep,
  listAlertSteps,
  orderAlertSteps,
  saveAlertStep,
  tryAlertStep,
} from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { isSuppressing } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { stepsAtMost } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../../core/db.ts'
import type { Caller } from '../../../core/http/caller.ts'
import { serve } from '../../../core/http/serve.ts'
import { announceAlerts } from '../announce.ts'
import { addStep, refuseOver } from './adding-step.ts'
import { beginFollowing } from './follower.queries.ts'
import { settleOpenAlerts } from './settle.ts'
import {
  countNamed,
  countSteps,
  isOver,
  lockStep,
  removeStep,
  reorderSteps,
  type StepRow,
  stepsOf,
  updateStep,
  wireSteps,
} from './steps.queries.ts'
import { resetTimers } from './timers.queries.ts'
import { tryStep } from './try.ts'

/** The steps of the alert pipeline over HTTP. */
export async function alertStepRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  /** Writes a step, settles the open alerts and wakes the viewers after the commit. */
  async function settled(caller: Caller, write: (tx: Tx) => Promise<StepRow>): Promise<AlertStep> {
    const { step, news } = await db.transaction(async (tx) => {
      const row = await write(tx)
      const settledNews = await settleOpenAlerts(tx, caller, row)
      await resetTimers(tx, caller.org, row)
      return { step: row, news: settledNews }
    })
    announceAlerts(publisher, caller.org, news)
    return (await wireSteps(db, caller.org, [step]))[0]!
  }

  serve(app, listAlertSteps).with(async ({ input: { limit }, caller: { org } }) => ({
    steps: await stepsOf(db, org, limit),
  }))

  serve(app, saveAlertStep).with(async ({ input: { uuid, revision, ...input }, caller }) => {
    const fields = {
      kind: input.kind,
      matchers: input.matchers,
      inhibitors: input.inhibitors ?? null,
      assignment: input.assignment ?? null,
      escalation: input.escalation ?? null,
      startsAt: new Date(input.from),
      endsAt: input.until === null ? null : new Date(input.until),
      reason: input.reason,
    }
    const step = await settled(caller, (tx) =>
      uuid === undefined
        ? addStep(tx, caller, fields, input.order)
        : changeStep(
            tx,
            caller,
            { uuid, revision },
            { ...fields, ...(input.order !== undefined && { position: input.order }) },
          ),
    )
    return { success: true, step }
  })

  serve(app, endAlertStep).with(async ({ input, caller }) => ({
    success: true,
    step: await settled(caller, (tx) => changeStep(tx, caller, input, { active: false })),
  }))

  serve(app, deleteAlertStep).with(async ({ input, caller }) => {
    const news = await db.transaction(async (tx) => {
      const step = await currentStep(tx, caller, input)
      if (!isOver(step, new Date())) throw new Failure('RULE_REFUSED', { message: 'This step goes on. End it first.' })
      const settledNews = await settleOpenAlerts(tx, caller, step)
      await removeStep(tx, caller.org, step.uuid)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'delete alert step',
        subject: 'alert step',
        subjectUuid: step.uuid,
        before: step,
      })
      return settledNews
    })
    announceAlerts(publisher, caller.org, news)
    return { success: true }
  })

  serve(app, orderAlertSteps).with(async ({ input: { uuids }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      await countSteps(tx, org, new Date())
      if ((await countNamed(tx, org, uuids)) < new Set(uuids).size) throw new Failure('NOT_FOUND')
      await reorderSteps(tx, org, uuids)
      await audit(tx, org, byCaller(caller), {
        action: 'order alert steps',
        subject: 'alert step',
        after: { order: uuids },
      })
    })
    return { success: true, steps: await stepsOf(db, org, stepsAtMost) }
  })

  serve(app, tryAlertStep).with(async ({ input, caller: { org } }) => tryStep(db, org, input))
}

interface Named {
  readonly uuid: string
  readonly revision?: number | undefined
}

async function changeStep(tx: Tx, caller: Caller, named: Named, set: Partial<StepRow>): Promise<StepRow> {
  const before = await currentStep(tx, caller, named)
  refuseOver(before)
  if (set.endsAt !== undefined) refuseOver({ endsAt: set.endsAt })
  const after = await updateStep(tx, caller.org, named.uuid, set)
  if (isSuppressing(before.kind) && !isSuppressing(after.kind)) await beginFollowing(tx, caller.org, after.uuid)
  await audit(tx, caller.org, byCaller(caller), {
    action: after.active ? 'change alert step' : 'end alert step',
    subject: 'alert step',
    subjectUuid: after.uuid,
    before,
    after,
  })
  return after
}

/** Locks the step that the caller saw; refused if somebody has changed it since. */
async function currentStep(tx: Tx, { org }: Caller, { uuid, revision }: Named): Promise<StepRow> {
  const step = await lockStep(tx, org, uuid)
  if (!step) throw new Failure('NOT_FOUND')
  if (step.revision !== revision) throw new Failure('ROW_CHANGED')
  return step
}
