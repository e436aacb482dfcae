import { AddIcon, KeyIcon } from '@blueprintjs/icons'
import {
  createDeviceToken,
  getIngestSettings,
  listDeviceTokens,
  revokeDeviceToken,
} from '@carapace/shared/msoc/ingest/ingest.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { trackerUrl } from './tracker-url.ts'
import './ingest.css'

type Token = z.output<typeof listDeviceTokens.output>['tokens'][number]

interface DeviceTokensProps {
  readonly vehicleUuid: string
  readonly title?: string
}

/** The tokens with which phone trackers send positions for a vehicle. A secret is shown once, when it is created. */
export function DeviceTokens({ vehicleUuid, title = 'Phone trackers' }: DeviceTokensProps) {
  const { data, problem, refetch } = useEndpoint(listDeviceTokens, { vehicle_uuid: vehicleUuid })
  const { data: ingest } = useEndpoint(getIngestSettings, {})
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<Token>()
  const refusal = useRefusal(createDeviceToken)

  async function act<T>(doing: Promise<T>, done: (answer: T) => void): Promise<void> {
    try {
      done(await doing)
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
    refetch()
  }
  const create = () => void act(call(createDeviceToken, { vehicle_uuid: vehicleUuid }), ({ token }) => setSecret(token))
  const revoke = ({ uuid }: Token) =>
    void act(call(revokeDeviceToken, { uuid }), () => toast.success('The token is revoked.'))

  return (
    <section className="c-panel" aria-label={title}>
      <header className="c-panel-head">
        <h2>{title}</h2>
        <ActButton icon={<AddIcon />} text="New token" refusal={refusal} onClick={create} />
      </header>
      {problem !== undefined && (
        <ErrorState title="The tokens did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && data === undefined && <SkeletonRows rows={2} columns={['1fr', '2fr']} />}
      {data?.tokens.length === 0 && (
        <EmptyState icon={<KeyIcon size={24} />} title="No phone tracks this vehicle">
          Each tracker app sends positions with its own token.
        </EmptyState>
      )}
      <ul className="ig-tokens">
        {data?.tokens.map((token) => (
          <li key={token.uuid}>
            <span className="mono">{token.hint}…</span>
            <span className="c-note num">
              made {dateTime(token.created_at)} by {token.created_by}
            </span>
            {token.revoked_at === null ? (
              <ActButton
                text="Revoke"
                aria-label={`Revoke ${token.hint}`}
                refusal={refusal}
                onClick={() => setRevoking(token)}
              />
            ) : (
              <span className="c-note num">revoked {dateTime(token.revoked_at)}</span>
            )}
          </li>
        ))}
      </ul>
      <SecretDialog
        title="The new token"
        name="The token"
        secret={secret}
        address={secret !== undefined && ingest ? trackerUrl(ingest.ingest_url, secret) : undefined}
        onClose={() => setSecret(undefined)}
      />
      <ConfirmDialog
        isOpen={revoking !== undefined}
        title="Revoke this token?"
        action="Revoke"
        isDanger
        onClose={() => setRevoking(undefined)}
        onConfirm={() => {
          if (revoking) revoke(revoking)
          setRevoking(undefined)
        }}
      >
        Within five seconds nothing is taken from the phone that uses it.
      </ConfirmDialog>
    </section>
  )
}
