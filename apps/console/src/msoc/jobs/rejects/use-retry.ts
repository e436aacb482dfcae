import { retryRejects } from '@carapace/shared/msoc/history/history.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { toast } from '../../../core/ui/toast.ts'

type RejectsInput = z.input<typeof retryRejects.input>['rejects']

/** Sends rejected events again; returns whether they were accepted for processing. */
export function useRetry(again: () => void) {
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal(retryRejects)
  const retry = async (rejects: RejectsInput): Promise<boolean> => {
    setBusy(true)
    try {
      const { retrying, not_found: missing } = await call(retryRejects, { rejects })
      toast.blank(resultText(retrying, missing))
      return retrying > 0
    } catch (problem) {
      toast.error(messageOf(problem))
      return false
    } finally {
      setBusy(false)
      again()
    }
  }
  return { busy, refusal, retry }
}

function resultText(retrying: number, missing: number): string {
  const sent = `${number(retrying)} ${retrying === 1 ? 'event is' : 'events are'} sent in again`
  return missing === 0 ? sent : `${sent}; ${number(missing)} were already stored or deleted`
}
