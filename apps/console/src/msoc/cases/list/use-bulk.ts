import { bulkUpdateCases } from '@carapace/shared/msoc/cases/case-actions.contract'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useRef, useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { toast } from '../../../core/ui/toast.ts'
import { type BulkChange, type BulkStep, casesText, type Outcomes, outcomeText, undoOf } from './bulk.ts'

/** Changes several cases, reports the result, and can take it back (rule CASE-UI-41). */
export function useBulk(onChanged: () => void) {
  const [busy, setBusy] = useState(false)
  const last = useRef<(() => Promise<void>) | undefined>(undefined)

  const run = async (before: readonly Case[], change: BulkChange, done: string) => {
    if (busy) return
    setBusy(true)
    try {
      const outcomes = await updateInBulk({ uuids: before.map(({ uuid }) => uuid), change })
      const changed = new Set(outcomes.flatMap(({ uuid, outcome }) => (outcome === 'changed' ? [uuid] : [])))
      const steps = undoOf(
        before.filter(({ uuid }) => changed.has(uuid)),
        change,
      )
      last.current = async () => {
        last.current = undefined
        await takeBack(steps)
      }
      const text = outcomeText(outcomes, done)
      const action = { text: 'Undo', run: () => void last.current?.() }
      if (changed.size > 0) toast.blank(text, { action })
      else toast.error(text)
    } catch (problem) {
      toast.error(`Nothing further was changed. ${messageOf(problem)}`)
    }
    setBusy(false)
    onChanged()
  }

  const takeBack = async (steps: ReturnType<typeof undoOf>) => {
    setBusy(true)
    try {
      const outcomes = (await Promise.all(steps.map(updateInBulk))).flat()
      const back = outcomes.filter(({ outcome }) => outcome !== 'refused').length
      toast.blank(`Undone: ${casesText(back)} as before.`)
    } catch (problem) {
      toast.error(`Not everything was undone. ${messageOf(problem)}`)
    }
    setBusy(false)
    onChanged()
  }
  return { busy, run, undo: () => last.current?.() }
}

/** Changes any number of cases, in calls of as many as one call takes. */
async function updateInBulk({ uuids, change }: BulkStep): Promise<Outcomes> {
  const outcomes: Outcomes[number][] = []
  for (let from = 0; from < uuids.length; from += caseLimits.bulk) {
    const some = uuids.slice(from, from + caseLimits.bulk)
    outcomes.push(...(await call(bulkUpdateCases, { uuids: some, change })).outcomes)
  }
  return outcomes
}
