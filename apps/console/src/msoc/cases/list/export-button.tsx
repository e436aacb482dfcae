import { DownloadIcon } from '@blueprintjs/icons'
import { type Case, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { save } from '../../../core/call/download.ts'
import { number } from '../../../core/format/format.ts'
import { toast } from '../../../core/ui/toast.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import type { CasesQuery } from '../search.ts'
import { csvOf } from './csv.ts'

/** Maximum number of cases in a file, so that the tab's memory stays bounded. */
const most = 10_000

/** Saves all cases that match the filters as CSV, in the order of the list (rule CASE-UI-43). */
export function ExportButton({ query }: { readonly query: CasesQuery }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { cases, isWhole } = await allCases(query)
      save(new Blob([csvOf(cases)], { type: 'text/csv' }), `cases-${new Date().toISOString().slice(0, 10)}.csv`)
      if (!isWhole) toast.blank(`The file has the latest ${number(most)} cases. Narrow the filters for the others.`)
    } catch (problem) {
      toast.error(`The cases were not exported. ${messageOf(problem)}`)
    }
    setBusy(false)
  }
  return (
    <IconButton icon={<DownloadIcon />} label="Export these cases as CSV" disabled={busy} onClick={() => void run()} />
  )
}

async function allCases(query: CasesQuery): Promise<{ readonly cases: Case[]; readonly isWhole: boolean }> {
  const cases: Case[] = []
  let cursor: string | undefined
  do {
    const page = await call(listCases, { ...query, limit: 200, cursor })
    cases.push(...page.cases)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && cases.length < most)
  return { cases, isWhole: cursor === undefined }
}
