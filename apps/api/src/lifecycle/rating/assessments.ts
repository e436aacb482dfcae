import { setImmediate } from 'node:timers/promises'
import type { Org } from '@carapace/shared/core/owned'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { assess } from '@carapace/shared/lifecycle/rating/assess'
import { type Assessment, type Risks, unrated } from '@carapace/shared/lifecycle/rating/assessment'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { Database, Tx } from '../../core/db.ts'
import type { AfterWrite } from '../../graph/artefacts/writes.ts'
import { assessmentKind } from '@carapace/shared/lifecycle/rating/assessments.table'
import { saveComputed } from '../../graph/artefacts/computed.queries.ts'
import { type AssessmentRow, storedAssessments, threatsReached } from './assessments.queries.ts'
import { noteRisks, type RatedAt } from './risk-history.queries.ts'
import { configOf } from '../program/program-config.queries.ts'
import { readThreats } from './rated-threats.ts'

/** Maximum threat scenarios that are read at once: trees are large. */
const atOnce = 500

/** The new assessment of a threat scenario, and the stored one; null: not stored yet. */
export interface Assessed {
  readonly threatUuid: string
  readonly before: AssessmentRow | undefined
  readonly after: Assessment
}

/**
 * Rates again every threat scenario that a graph write affects, in its transaction and at its graph version (rule
 * RISK-6).
 */
export const reassess: AfterWrite = async (tx, { org }, written) => {
  const { programUuid, seq } = written
  const threats = await threatsReached(tx, org, written)
  if (threats.length === 0) return
  const { method } = await configOf(tx, org, programUuid)
  await rateAgain(tx, org, { programUuid, seq, method }, threats)
}

/**
 * Rates threat scenarios by a method, and writes the changes and the new risk history (rules RISK-6, RISK-7). Returns
 * the number of scenarios whose risk or CAL changed.
 */
export async function rateAgain(tx: Tx, org: Org, at: RatedAt, threats: readonly string[]): Promise<number> {
  const { programUuid, seq, method } = at
  let changed = 0
  for await (const piece of assessedBy(tx, org, programUuid, method.content, threats)) {
    const fresh = piece.filter(({ before, after }) => !before || !isSame(before.result, after))
    await saveComputed(
      tx,
      fresh.map(({ threatUuid, after }) => ({
        kind: assessmentKind,
        artefactUuid: threatUuid,
        orgUuid: org.uuid,
        programUuid,
        figures: figuresOf(after),
        value: after,
        graphVersion: seq,
      })),
    )
    await noteRisks(
      tx,
      org,
      at,
      piece.map(({ threatUuid, after }) => ({ threatUuid, ...risksOf(after) })),
    )
    changed += fresh.filter(isOtherRisk).length
  }
  return changed
}

/** The assessments of threat scenarios by a method, a few hundred at a time. */
export async function* assessedBy(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  method: Method,
  threats: readonly string[],
): AsyncGenerator<Assessed[]> {
  for (let i = 0; i < threats.length; i += atOnce) {
    const uuids = threats.slice(i, i + atOnce)
    const read = await readThreats(db, org, programUuid, uuids)
    const stored = await storedAssessments(db, org, uuids)
    const piece: Assessed[] = []
    for (const [threatUuid, threat] of read.threats) {
      piece.push({ threatUuid, before: stored.get(threatUuid), after: assess(method, threat, read.known) })
      await setImmediate() // rating a large tree takes long: other calls are served between two trees
    }
    yield piece
  }
}

export function risksOf({ scenarios: { initial, today, target }, cal }: Assessment): Risks {
  return { initial: initial.risk, today: today.risk, target: target.risk, cal }
}

/** The figures of an assessment that lists show and sort by; `risk` is the figure in project lists. */
function figuresOf(assessment: Assessment): Record<string, number | null> {
  const risks = risksOf(assessment)
  return { ...risks, risk: risks.today }
}

export const risksBefore = ({ before }: Assessed): Risks => (before ? risksOf(before.result) : unrated)

/** Whether the risk, in any scenario of controls, or the CAL differs from the stored values. */
export function isOtherRisk(assessed: Assessed): boolean {
  return !isSame(risksBefore(assessed), risksOf(assessed.after))
}
