import type { z } from 'zod'
import { caseLimits, planCase } from '@carapace/shared/msoc/cases/cases'
import { planClock } from '@carapace/shared/msoc/cases/case-timers'
import type { bulkUpdateCases } from '@carapace/shared/msoc/cases/case-actions.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { recordEach } from './locking.ts'
import { ownerOf } from './people.ts'
import { addMembers, type CaseRow, lockSeenCases, saveCase } from './writes.queries.ts'
import { requestedStatus } from './writes.ts'

type Change = z.output<typeof bulkUpdateCases.input>['change']
type Outcome = OutputOf<typeof bulkUpdateCases>['outcomes'][number]

/** Changes many cases, each with its own outcome: one that is refused does not stop the others (rule CASE-16). */
export async function changeMany(
  tx: Tx,
  caller: Caller,
  { uuids, change }: z.output<typeof bulkUpdateCases.input>,
): Promise<{ outcomes: Outcome[]; seq: number | undefined }> {
  const { org, user } = caller
  const status = await requestedStatus(tx, caller, change.status, change.stage)
  const owner = await ownerOf(tx, caller, change.owner)
  const rows = new Map((await lockSeenCases(tx, org, user, uuids)).map((row) => [row.uuid, row]))
  const now = new Date()
  const outcomes: Outcome[] = []
  let seq: number | undefined
  for (const uuid of new Set(uuids)) {
    const row = rows.get(uuid)
    const why = whyNotChanged(row, change)
    if (!row || why !== undefined) {
      outcomes.push({ uuid, outcome: 'refused', message: why ?? null })
      continue
    }
    const { stage, severity, resolution } = change
    const plan = planCase(row, { stage, severity, resolution, owner, status, tags: tagsOf(row, change) }, now)
    if (plan.changes.length > 0) {
      await saveCase(tx, org, uuid, { ...plan.set, ...planClock(row, plan.set, now) })
      if (typeof plan.set.ownerUuid === 'string') await addMembers(tx, org, uuid, [plan.set.ownerUuid])
    }
    seq = (await recordEach(tx, caller, uuid, plan.changes)) ?? seq
    outcomes.push({ uuid, outcome: plan.changes.length > 0 ? 'changed' : 'unchanged', message: null })
  }
  if (seq !== undefined)
    await audit(tx, org, byCaller(caller), {
      action: 'change cases',
      subject: 'case',
      after: { change, cases: outcomes.filter(({ outcome }) => outcome === 'changed').map(({ uuid }) => uuid) },
    })
  return { outcomes, seq }
}

function whyNotChanged(row: CaseRow | undefined, change: Change): string | undefined {
  if (!row) return 'There is no such case.'
  if (row.mergedInto !== null) return `CAS-${row.number} is merged into another case.`
  const tags = tagsOf(row, change)
  if (tags && tags.length > caseLimits.tags) return `A case has at most ${caseLimits.tags} tags.`
  return undefined
}

function tagsOf({ tags }: CaseRow, { add_tags: add, remove_tags: remove }: Change): string[] | undefined {
  if (!add && !remove) return undefined
  const removed = new Set(remove)
  return [...new Set([...tags, ...(add ?? [])])].filter((tag) => !removed.has(tag))
}
