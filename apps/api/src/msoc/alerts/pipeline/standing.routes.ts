import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { type Fold, type FoldableAlert, foldsIn } from '@carapace/shared/msoc/alerts/pipeline/folding'
import {
  type BuiltInStep,
  type FoldingSettings,
  lastPosition,
  type RiskSettings,
  shippedSteps,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import {
  deleteStandingStep,
  listStandingSteps,
  saveStandingStep,
  tryStandingStep,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { halfLivesCounted, peakOf, rounded } from '@carapace/shared/msoc/vehicles/risk-score'
import type { z } from 'zod'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../../core/db.ts'
import type { Caller } from '../../../core/http/caller.ts'
import { serve } from '../../../core/http/serve.ts'
import {
  alertsToTry,
  countStandingSteps,
  heardSince,
  insertStandingStep,
  lockStandingStep,
  removeStandingStep,
  type StandingRow,
  standingStepsAtMost,
  standingStepsOf,
  updateStandingStep,
  wireStep,
} from './standing.queries.ts'

type Saved = z.output<typeof saveStandingStep.input>

/** The steps of the alert pipeline that have no end, over HTTP: folding, risk of vehicles, proposals. */
export async function standingStepRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, listStandingSteps).with(async ({ caller: { org } }) => ({ steps: await standingStepsOf(db, org) }))

  serve(app, saveStandingStep).with(async ({ input, caller }) => {
    const row = await db.transaction((tx) => save(tx, caller, input))
    return { success: true, step: wireStep(row) }
  })

  serve(app, deleteStandingStep).with(async ({ input: { uuid, revision }, caller }) => {
    await db.transaction(async (tx) => {
      const before = await lockStandingStep(tx, caller.org, { uuid })
      if (!before) throw new Failure('NOT_FOUND')
      if (before.revision !== revision) throw new Failure('ROW_CHANGED')
      await removeStandingStep(tx, caller.org, uuid)
      await record(tx, caller, before.builtIn ? 'reset alert step' : 'delete alert step', before, undefined)
    })
    return { success: true }
  })

  serve(app, tryStandingStep).with(async ({ input, caller: { org } }) =>
    input.kind === 'folding' ? tryFolding(db, org, input.matchers, input.folding!) : tryRisk(db, org, input.risk!),
  )
}

async function save(tx: Tx, caller: Caller, input: Saved): Promise<StandingRow> {
  const { org, user } = caller
  const named = input.uuid !== undefined ? { uuid: input.uuid } : input.built_in && { builtIn: input.built_in }
  const count = await countStandingSteps(tx, org)
  const before = named && (await lockStandingStep(tx, org, named))
  if (input.uuid !== undefined && !before) throw new Failure('NOT_FOUND')
  if (before && before.revision !== input.revision) throw new Failure('ROW_CHANGED')
  const builtIn = before ? before.builtIn : (input.built_in ?? null)
  refuseUnfit(input, builtIn, before)
  const fields = {
    kind: input.kind,
    name: input.name,
    active: input.active,
    matchers: builtIn === 'silence' ? shippedSteps.silence.matchers : input.matchers,
    settings: (input.folding ?? input.risk ?? input.proposal)!,
    position: input.order ?? before?.position ?? (builtIn ? shippedSteps[builtIn].position : lastPosition),
    authorUuid: user.uuid,
    author: user.name,
  }
  if (!before && count >= standingStepsAtMost)
    throw new Failure('RULE_REFUSED', { message: `There can be at most ${standingStepsAtMost} of these steps.` })
  const after = before
    ? await updateStandingStep(tx, org, before.uuid, fields)
    : await insertStandingStep(tx, org, { ...fields, builtIn })
  await record(tx, caller, before || builtIn ? 'change alert step' : 'add alert step', before, after)
  return after
}

/** What every organisation has keeps its kind; of risk and proposals there is one step. */
function refuseUnfit({ kind, matchers }: Saved, builtIn: BuiltInStep | null, before: StandingRow | undefined): void {
  const fixed = before?.kind ?? (builtIn ? shippedSteps[builtIn].kind : 'folding')
  if (kind !== fixed)
    throw new Failure('INVALID_INPUT', {
      errors: { kind: before || builtIn ? 'The kind of a step stays.' : 'Only folding steps can be added.' },
    })
  if (kind !== 'folding' && matchers !== null)
    throw new Failure('INVALID_INPUT', { errors: { matchers: 'Only folding selects alerts.' } })
}

async function record(
  tx: Tx,
  caller: Caller,
  action: string,
  before: StandingRow | undefined,
  after: StandingRow | undefined,
): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), {
    action,
    subject: 'alert step',
    subjectUuid: (after ?? before)!.uuid,
    before,
    after,
  })
}

const dayMs = 86_400_000
const triedAtMost = 50

async function tryFolding(db: Database, org: Caller['org'], matchers: Saved['matchers'], settings: FoldingSettings) {
  const since = new Date(Date.now() - dayMs)
  const alerts = await alertsToTry(db, org, matchers, since)
  const folds = foldsIn(alerts, settings, await heardSince(db, org, since)).sort((a, b) => b.from - a.from)
  return { alerts: alerts.length, folds: folds.slice(0, triedAtMost).map(wireFold), vehicles: [], total: folds.length }
}

function wireFold({ rule, title, from, vehicles, alerts }: Fold<FoldableAlert>) {
  return { rule, title, at: new Date(from).toISOString(), vehicles, alerts: alerts.length }
}

async function tryRisk(db: Database, org: Caller['org'], settings: RiskSettings) {
  const now = Date.now()
  const since = now - dayMs
  // alerts of before the last day weigh something during it
  const from = since - Math.min(halfLivesCounted * settings.half_life_hours * 3_600_000, 30 * dayMs)
  const alerts = await alertsToTry(db, org, null, new Date(from))
  const passed = [...Map.groupBy(alerts, ({ vin }) => vin)].flatMap(([vin, mine]) => {
    // of very many alerts of a vehicle the latest decide
    const peak = peakOf(mine.slice(0, 200), settings, since)
    return peak && peak.score >= settings.raise_at
      ? [{ vin, at: new Date(peak.at).toISOString(), score: rounded(peak.score) }]
      : []
  })
  const vehicles = passed.sort((a, b) => b.score - a.score)
  return { alerts: alerts.length, folds: [], vehicles: vehicles.slice(0, triedAtMost), total: vehicles.length }
}
