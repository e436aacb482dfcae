import { Button } from '@blueprintjs/core'
import {
  type CaseEvidence,
  type CustodyEntry,
  getEvidence,
  removeEvidence,
  verifyEvidence,
} from '@carapace/shared/msoc/cases/case-evidence.contract'
import { useEffect, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { sentenceCase, zonedDateTime } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { useCasePage } from '../page-context.tsx'

/** The hash, the chain of custody and what can be done with an item. */
export function Custody({ item }: { readonly item: CaseEvidence }) {
  const { detail } = useCasePage()
  const { uuid, source, custody, removed_at: removed } = item
  const { data, problem, refetch } = useEndpoint(getEvidence, { case_uuid: detail.case.uuid, uuid })
  const isBehind = data !== undefined && data.evidence.custody < custody
  useEffect(() => {
    if (isBehind) refetch()
  }, [isBehind, refetch])
  return (
    <div className="cs-custody">
      {source.kind === 'file' && (
        <p className="cs-hash">
          <span className="cs-note">SHA-256</span> <span className="mono">{source.sha256}</span>
        </p>
      )}
      {removed === null && <Actions item={item} />}
      <Loaded
        what="The chain of custody"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={2} columns={['160px', '1fr']} rowHeight={24} />}
      >
        {(known) => (
          <ol className="cs-log" aria-label="Chain of custody">
            {known.custody.map((entry, index) => (
              <li key={index}>
                <span className="cs-note num">{zonedDateTime(entry.at)}</span> <strong>{entry.actor}</strong>{' '}
                {custodyText(entry)}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </div>
  )
}

/** An entry of the chain of custody, after the name of the person. */
function custodyText({ action, detail }: CustodyEntry): string {
  if (action === 'verified') return detail['intact'] === false ? 'verified: the bytes have changed' : 'verified: intact'
  if (action === 'removed' && typeof detail['reason'] === 'string') return `removed it: ${detail['reason']}`
  return sentenceCase(action).toLowerCase()
}

function Actions({ item }: { readonly item: CaseEvidence }) {
  const { detail, refusal, run } = useCasePage()
  const [reason, setReason] = useState<string>()
  const key = { case_uuid: detail.case.uuid, uuid: item.uuid }
  const verify = async () => {
    const answer = await run(() => call(verifyEvidence, key))
    if (answer?.intact === true) toast.success(`${item.name} is intact.`)
    if (answer?.intact === false) toast.error(`The bytes of ${item.name} are not those that were stored.`)
  }
  const remove = async () => {
    const because = reason?.trim() ?? ''
    if (because !== '' && (await run(() => call(removeEvidence, { ...key, reason: because })))) setReason(undefined)
  }
  return (
    <form
      className="cs-row"
      onSubmit={(event) => {
        event.preventDefault()
        void remove()
      }}
    >
      {item.source.kind === 'file' && (
        <ActButton refusal={refusal} onClick={() => void verify()}>
          Verify the hash
        </ActButton>
      )}
      {reason === undefined ? (
        <ActButton refusal={refusal} onClick={() => setReason('')}>
          Remove
        </ActButton>
      ) : (
        <>
          <input
            className="bp6-input cs-reason"
            aria-label="Why is it removed?"
            placeholder="Why is it removed?"
            maxLength={500}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button size="small" type="submit" intent="danger" text="Remove" disabled={reason.trim() === ''} />
          <Button size="small" variant="outlined" text="Cancel" onClick={() => setReason(undefined)} />
        </>
      )}
    </form>
  )
}
