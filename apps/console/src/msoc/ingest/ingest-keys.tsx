import { Button } from '@blueprintjs/core'
import { AddIcon, KeyIcon, LockIcon } from '@blueprintjs/icons'
import { type IngestKey, listIngestKeys, revokeIngestKey } from '@carapace/shared/msoc/ingest/ingest.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { NewKey } from './new-key.tsx'
import '../../core/ui/form.css'

type Key = z.output<typeof IngestKey>

/** The keys with which machines send events: for administrators. */
export function IngestKeys() {
  const refusal = useRefusal(listIngestKeys)
  const { data, problem, refetch } = useEndpoint(listIngestKeys, {}, { enabled: refusal === undefined })
  const [making, setMaking] = useState(false)
  return (
    <section className="c-panel" aria-label="Ingest keys">
      <div className="c-panel-head">
        <h2>Ingest keys</h2>
        {refusal === undefined && (
          <Button size="small" variant="outlined" icon={<AddIcon />} onClick={() => setMaking(true)}>
            New key
          </Button>
        )}
      </div>
      {refusal !== undefined && (
        <EmptyState icon={<LockIcon size={24} />} title="Only administrators see the keys">
          Ask one of them for a key of your own.
        </EmptyState>
      )}
      {refusal === undefined && data === undefined && problem === undefined && (
        <SkeletonRows rows={3} columns={['2fr', '1fr', '1fr', '2fr', '80px']} />
      )}
      {problem !== undefined && (
        <ErrorState title="The keys did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data?.keys.length === 0 && (
        <EmptyState icon={<KeyIcon size={24} />} title="There is no key yet">
          Machines need one to send events.
        </EmptyState>
      )}
      {data !== undefined && data.keys.length > 0 && <KeyTable keys={data.keys} again={refetch} />}
      <NewKey isOpen={making} onClose={() => setMaking(false)} onMade={refetch} />
    </section>
  )
}

function KeyTable({ keys, again }: { readonly keys: readonly Key[]; readonly again: () => void }) {
  const [keyToRevoke, setKeyToRevoke] = useState<Key>()
  const [busy, setBusy] = useState(false)
  const revoke = async ({ uuid, name }: Key) => {
    setBusy(true)
    try {
      await call(revokeIngestKey, { uuid })
      toast.success(`${name} is revoked`)
      setKeyToRevoke(undefined)
    } catch (problem) {
      toast.error(messageOf(problem))
    } finally {
      setBusy(false)
      again()
    }
  }
  return (
    <div className="c-scroll" tabIndex={0} role="region" aria-label="Keys">
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col" className="c-number">
              Events / s at most
            </th>
            <th scope="col">Made</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="c-visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.uuid} className={key.revoked_at === null ? undefined : 'c-faded'}>
              <td>{key.name}</td>
              <td className="mono">{key.hint}</td>
              <td className="c-number num">
                {key.events_per_second === null ? 'no limit' : number(key.events_per_second)}
              </td>
              <td className="num">
                {dateTime(key.created_at)} by {key.created_by}
              </td>
              <td>
                {key.revoked_at === null ? <Badge tone="green">In use</Badge> : <>revoked {dateTime(key.revoked_at)}</>}
              </td>
              <td className="c-number">
                {key.revoked_at === null && (
                  <Button
                    size="small"
                    variant="outlined"
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => setKeyToRevoke(key)}
                  >
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={keyToRevoke !== undefined}
        title={`Revoke ${keyToRevoke?.name ?? 'the key'}?`}
        action="Revoke"
        isDanger
        isBusy={busy}
        onClose={() => setKeyToRevoke(undefined)}
        onConfirm={() => keyToRevoke && void revoke(keyToRevoke)}
      >
        Requests with this key are refused within five seconds. This cannot be undone; you can create a new key.
      </ConfirmDialog>
    </div>
  )
}
