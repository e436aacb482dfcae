import { Button } from '@blueprintjs/core'
import { unmergeCase } from '@carapace/shared/msoc/cases/case-actions.contract'
import { updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { caseId } from '../list.ts'
import { useCasePage } from '../page-context.tsx'

interface Named {
  readonly uuid: string
  readonly number: number
  readonly title: string
}

/** Where this case is merged, or which cases are merged into it, with what takes them out again. */
export function MergedNote() {
  const { merged_into: into, merged, uuid } = useCasePage().detail.case
  if (into === null && merged.length === 0) return null
  return (
    <div className="cs-outdated" role="note">
      {into === null ? (
        <>
          <span>Merged into this case:</span>
          {merged.map((each) => (
            <span key={each.uuid} className="cs-row">
              <CaseLink named={each} /> <TakeOut uuid={each.uuid} name={caseId(each)} />
            </span>
          ))}
        </>
      ) : (
        <>
          <span>
            This case is merged into <CaseLink named={into} />. Its alerts, tasks and evidence are there.
          </span>
          <TakeOut uuid={uuid} name="it" />
        </>
      )}
    </div>
  )
}

function CaseLink({ named }: { readonly named: Named }) {
  return (
    <Link to="/org/msoc/dashboard/case-management/general" search={{ case: named.uuid }} title={named.title}>
      {caseId(named)}
    </Link>
  )
}

function TakeOut({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  const { run } = useCasePage()
  const refusal = useRefusal(updateCase)
  const [busy, setBusy] = useState(false)
  const takeOut = async () => {
    setBusy(true)
    await run(() => call(unmergeCase, { uuid }))
    setBusy(false)
  }
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={refusal !== undefined}
      title={refusal}
      loading={busy}
      text={`Take ${name} out again`}
      onClick={() => void takeOut()}
    />
  )
}
