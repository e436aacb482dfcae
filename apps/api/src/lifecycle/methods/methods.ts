import { Failure } from '@carapace/shared/core/failure'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { whyNotMethod } from '@carapace/shared/lifecycle/methods/method-check'
import { taraMethodKind } from '@carapace/shared/lifecycle/methods/tara-methods'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { nodesNamed } from '../../graph/artefacts/artefacts.queries.ts'
import { type MethodKind, methodNamed, methodTitle, refuseDraft } from '../../graph/methods/methods.ts'
import { lockGraph, refuseReaders, saveGraph } from '../../graph/programs/access.queries.ts'
import { lockedFor } from '../../graph/programs/program-writes.ts'
import { saveProgramFields } from '../../graph/programs/programs.queries.ts'
import { configOf } from '../program/program-config.queries.ts'
import { assessedBy, isOtherRisk, rateAgain, risksBefore, risksOf } from '../rating/assessments.ts'
import { threatsOf } from '../rating/assessments.queries.ts'

/** The methods by which threat scenarios are rated. */
export const taraMethod: MethodKind<Method> = {
  kind: taraMethodKind,
  one: 'method',
  many: 'methods',
  shipped: shippedMethod,
  whyNot: whyNotMethod,
}

/**
 * Switches a program to another method and rates all of its assessments again, under its lock (rules METHOD-4,
 * METHOD-6). Returns the number of assessments whose risk or CAL changed.
 */
export async function takeMethod(
  tx: Tx,
  caller: Caller,
  { programUuid, revision, methodUuid }: { programUuid: string; revision: number; methodUuid: string | null },
): Promise<number> {
  const { org } = caller
  await refuseReaders(tx, caller, programUuid)
  const graph = await lockGraph(tx, org, programUuid)
  const { row } = await lockedFor(tx, caller, programUuid, 'edit')
  if (row.revision !== revision) throw new Failure('ROW_CHANGED')
  if (row.methodUuid === methodUuid) return 0
  const { method: before } = await configOf(tx, org, programUuid)
  const after = await methodNamed(tx, caller, taraMethod, methodUuid)
  refuseDraft(after)
  await saveProgramFields(tx, org, programUuid, { methodUuid })
  await audit(tx, org, byCaller(caller), {
    action: 'use method',
    subject: 'program',
    subjectUuid: programUuid,
    before: { method: methodTitle(before) },
    after: { method: methodTitle(after) },
  })
  const changed = await rateAgain(
    tx,
    org,
    { programUuid, seq: graph.seq, method: after },
    await threatsOf(tx, org, programUuid),
  )
  await saveGraph(tx, org, programUuid, graph)
  return changed
}

/** Maximum changes that a preview lists individually. */
const mostShown = 500

/**
 * The changes that `takeMethod` would make in a program (rule METHOD-5). The caller must be allowed to see the program.
 */
export async function previewOf(db: Database | Tx, caller: Caller, programUuid: string, methodUuid: string | null) {
  const { org } = caller
  const { content } = await methodNamed(db, caller, taraMethod, methodUuid)
  const threats = await threatsOf(db, org, programUuid)
  const changes = []
  for await (const piece of assessedBy(db, org, programUuid, content, threats)) {
    for (const one of piece)
      if (isOtherRisk(one)) changes.push({ uuid: one.threatUuid, before: risksBefore(one), after: risksOf(one.after) })
  }
  const shown = changes.slice(0, mostShown)
  const nodes = await nodesNamed(
    db,
    org,
    programUuid,
    shown.map(({ uuid }) => uuid),
  )
  return {
    scenarios: threats.length,
    changed: changes.length,
    changes: shown.map((change) => ({
      ...change,
      code: nodes.get(change.uuid)!.code,
      title: nodes.get(change.uuid)!.title,
    })),
  }
}
