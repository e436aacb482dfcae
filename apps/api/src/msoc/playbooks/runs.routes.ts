import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { subjectOf } from '@carapace/shared/msoc/playbooks/playbook'
import {
  answerForm,
  cancelPlaybookRun,
  decideApproval,
  getPlaybookRun,
  listPlaybookRuns,
  listPlaybookSteps,
  listWaitingSteps,
  type PlaybookRun,
  type WaitingStep,
  resolveUnknown,
  retryPlaybookRun,
  startPlaybookRun,
} from '@carapace/shared/msoc/playbooks/runs.contract'
import type { z } from 'zod'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { cancelRun, retryRun } from './cancelling.ts'
import { announceRuns, type PlaybookDeps } from './deps.ts'
import { versionOf } from './engine.queries.ts'
import { answer, decide, resolve } from './people.ts'
import { playbookNamed } from './playbooks.queries.ts'
import {
  runNamed,
  runsAmong,
  runsPage,
  shownSteps,
  stepsPage,
  totalsOf,
  waitingSteps,
  wireRun,
} from './runs.queries.ts'
import { startRun, subjectNamed } from './starting.ts'
import { isFor, wireStep } from './wire-steps.ts'

const waitingShown = 200
/** Of these, those that wait for the caller are chosen. */
const waitingRead = 1_000

/** Runs of playbooks over HTTP, and what people decide in them. */
export async function playbookRunRoutes(app: FastifyInstance, deps: PlaybookDeps): Promise<void> {
  const { db, publisher } = deps

  serve(app, listPlaybookRuns).with(async ({ input, caller: { org, user } }) => runsPage(db, org, user, input))

  serve(app, getPlaybookRun).with(async ({ input: { uuid }, caller }) => {
    const { org, user } = caller
    const run = await runNamed(db, org, user, uuid)
    if (!run) throw new Failure('NOT_FOUND')
    const version = run.playbookUuid === null ? undefined : await versionOf(db, org, run.playbookUuid, run.version)
    const [nodes, steps] = await Promise.all([totalsOf(db, org, uuid), shownSteps(db, org, uuid)])
    return {
      run: wireRun(run),
      trigger: version?.trigger ?? null,
      graph: version?.graph ?? null,
      nodes,
      steps: steps.map((step) => wireStep(step, run, caller)),
    }
  })

  serve(app, listPlaybookSteps).with(async ({ input: { uuid, ...query }, caller }) => {
    const run = await runNamed(db, caller.org, caller.user, uuid)
    if (!run) throw new Failure('NOT_FOUND')
    const { rows, next_cursor } = await stepsPage(db, caller.org, uuid, query)
    return { steps: rows.map((step) => wireStep(step, run, caller)), next_cursor }
  })

  serve(app, listWaitingSteps).with(async ({ input: { mine }, caller }) => {
    const rows = await waitingSteps(db, caller.org, waitingRead)
    const all = rows.map(({ step, run }) => ({
      run: wireRun(run),
      title: step.node,
      step: wireStep(step, run, caller),
    }))
    const uuids = [...new Set(rows.map(({ run }) => run.uuid))]
    const seen = new Set((await runsAmong(db, caller.org, caller.user, uuids)).map(({ uuid }) => uuid))
    // who is asked may answer, whether they see the run's case or not; an unknown outcome is for those who see it
    const isAsked = ({ run, step }: Pick<WaitingStep, 'run' | 'step'>) =>
      isFor(step, caller) && (step.state !== 'UNKNOWN' || seen.has(run.uuid))
    const shown = all.filter(({ run, step }) => isAsked({ run, step }) || (!mine && seen.has(run.uuid)))
    return { steps: shown.slice(0, waitingShown), total: shown.length }
  })

  serve(app, startPlaybookRun).with(async ({ input, caller }) => {
    const uuid = await db.transaction((tx) => startByHand(tx, caller, input))
    return changed(caller, uuid)
  })

  serve(app, decideApproval).with(async ({ input, caller }) => acted(caller, (tx) => decide(tx, caller, input)))
  serve(app, answerForm).with(async ({ input, caller }) => acted(caller, (tx) => answer(tx, caller, input)))
  serve(app, resolveUnknown).with(async ({ input, caller }) => acted(caller, (tx) => resolve(tx, caller, input)))

  serve(app, cancelPlaybookRun).with(async ({ input: { uuid }, caller }) => {
    if (!(await runNamed(db, caller.org, caller.user, uuid))) throw new Failure('NOT_FOUND')
    await db.transaction((tx) => cancelRun(tx, caller, uuid))
    return changed(caller, uuid)
  })

  serve(app, retryPlaybookRun).with(async ({ input: { uuid, step_uuid: step }, caller }) => {
    if (!(await runNamed(db, caller.org, caller.user, uuid))) throw new Failure('NOT_FOUND')
    await db.transaction((tx) => retryRun(tx, caller, uuid, step))
    return changed(caller, uuid)
  })

  async function acted(caller: Caller, act: (tx: Tx) => Promise<{ readonly uuid: string }>) {
    return changed(caller, (await db.transaction(act)).uuid)
  }

  /** Wakes the runners and the viewers after the commit, and returns the run. */
  async function changed({ org }: Caller, uuid: string): Promise<{ success: true; run: PlaybookRun }> {
    announceRuns(publisher, org.uuid, [uuid])
    // an approver is asked about a run whose case they may not see: they learn that it went on
    return { success: true, run: (await runsAmong(db, org, undefined, [uuid]))[0]! }
  }
}

/** Starts the enabled version of a playbook, from the kind of subject that its trigger takes (rule PLAYBOOK-2). */
async function startByHand(
  tx: Tx,
  caller: Caller,
  { uuid, subject: named }: z.output<typeof startPlaybookRun.input>,
): Promise<string> {
  const { org, user } = caller
  const playbook = await playbookNamed(tx, org, uuid)
  if (!playbook) throw new Failure('NOT_FOUND')
  if (playbook.enabledVersion === null)
    throw new Failure('RULE_REFUSED', { message: 'This playbook is not enabled: enable a version first.' })
  const kind = subjectOf(playbook.trigger)
  const isByHand = kind !== undefined || (playbook.trigger.kind === 'manual' && playbook.trigger.subject === null)
  if (!isByHand) throw new Failure('RULE_REFUSED', { message: 'This playbook is not started by hand.' })
  if (kind !== named?.kind)
    throw new Failure('RULE_REFUSED', {
      message:
        kind === undefined
          ? 'This playbook is about nothing in particular.'
          : `Start this playbook from a${kind === 'alert' ? 'n' : ''} ${kind}.`,
    })
  const subject = named === null ? null : await subjectNamed(tx, org, user, named)
  if (subject === undefined) throw new Failure('NOT_FOUND')
  const run = await startRun(tx, org, {
    playbook,
    version: playbook.enabledVersion,
    kind: 'manual',
    key: `manual:${crypto.randomUUID()}`,
    person: { uuid: user.uuid, name: user.name },
    actsFor: user.uuid,
    subject,
    data: {},
  })
  await audit(tx, org, byCaller(caller), {
    action: 'start playbook',
    subject: 'playbook run',
    subjectUuid: run!,
    after: { playbook: playbook.name, version: playbook.enabledVersion, about: subject?.label ?? null },
  })
  return run!
}
