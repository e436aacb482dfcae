import { type Job, jobsChannel } from '@carapace/shared/account/jobs.contract'
import { importVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { messageOf, upload } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'
import { toast } from '../../core/ui/toast.ts'

export type Looked = z.output<typeof importVehicles.output>
export type LineError = Looked['errors'][number]

type ImportState =
  | { readonly step: 'empty' }
  | { readonly step: 'looking' }
  | { readonly step: 'refused'; readonly problem: string }
  | { readonly step: 'looked'; readonly looked: Looked }
  | { readonly step: 'job'; readonly job: Job }

/** Delay after the last key press before the text is checked, ms. */
const restMs = 400

/**
 * The state of an import, from the text to the job's end: the text is checked automatically, the import is started by
 * the user (rules FLEET-UI-10, FLEET-UI-11).
 */
export function useVehicleImport() {
  const [csv, setCsv] = useState('')
  const [state, setState] = useState<ImportState>({ step: 'empty' })
  const [attempt, setAttempt] = useState(0)
  const [starting, setStarting] = useState(false)
  useLook(csv, attempt, setState)
  useJob(state, setState)

  const start = useCallback(async () => {
    setStarting(true)
    try {
      const looked = await upload(importVehicles, { csv, dry_run: false })
      setState(looked.job === null ? { step: 'looked', looked } : { step: 'job', job: looked.job })
    } catch (problem) {
      toast.error(messageOf(problem))
    }
    setStarting(false)
  }, [csv])

  return {
    csv,
    state,
    starting,
    take: setCsv,
    look: () => setAttempt((before) => before + 1),
    start: () => void start(),
    clear: () => setCsv(''),
  }
}

/** Checks the text once typing stops. */
function useLook(csv: string, attempt: number, setState: (state: ImportState) => void): void {
  useEffect(() => {
    if (csv.trim() === '') return setState({ step: 'empty' })
    setState({ step: 'looking' })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      upload(importVehicles, { csv, dry_run: true }, { signal: controller.signal }).then(
        (looked) => setState({ step: 'looked', looked }),
        (problem: unknown) => controller.signal.aborted || setState({ step: 'refused', problem: messageOf(problem) }),
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [csv, attempt, setState])
}

/** Follows the started job until it ends. */
function useJob(state: ImportState, setState: (state: ImportState) => void): void {
  const uuid = state.step === 'job' ? state.job.uuid : undefined
  useEffect(() => {
    if (uuid === undefined) return undefined
    const feed = live(jobsChannel, {}).subscribe((message) => {
      const jobs = message.op === 'snapshot' ? message.data.jobs : message.op === 'changes' ? message.data : []
      const job = jobs.findLast((each) => each.uuid === uuid)
      if (job) setState({ step: 'job', job })
    })
    return () => feed.unsubscribe()
  }, [uuid, setState])
}
