import { playbookRunsChannel } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import type { PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { useEffect, useState } from 'react'
import { live } from '../../../core/live/live.ts'

/** The most runs that are held; older ones are those of the list again. */
const mostHeld = 1_000

/** The latest state of each run that changed while this is shown, by uuid. */
export function useLiveRuns(): ReadonlyMap<string, PlaybookRun> {
  const [runs, setRuns] = useState<ReadonlyMap<string, PlaybookRun>>(new Map())
  useEffect(() => {
    const feed = live(playbookRunsChannel, {}).subscribe((message) => {
      if (message.op === 'snapshot') setRuns(new Map(message.data.runs.map((run) => [run.uuid, run])))
      if (message.op !== 'changes') return
      const news = message.data.flatMap((one) => one.runs)
      setRuns((before) => new Map([...before, ...news.map((run) => [run.uuid, run] as const)].slice(-mostHeld)))
    })
    return () => feed.unsubscribe()
  }, [])
  return runs
}
