import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { AddIcon, ClipboardIcon, KeyIcon } from '@blueprintjs/icons'
import { createDeviceToken, listDeviceTokens, revokeDeviceToken } from '@carapace/shared/msoc/ingest.contract'
import type { Vehicle } from '@carapace/shared/msoc/vehicles.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call, messagesOf } from '../../../core/call.ts'
import { dateTime } from '../../../core/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { copyText } from '../../../core/ui/copy.ts'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { Panel } from '../panel.tsx'
import { useAnswer } from '../use-answer.ts'

type Token = z.output<typeof listDeviceTokens.output>['tokens'][number]

interface TokensPanelProps {
  readonly vehicle: Vehicle
  readonly mayChange: boolean
}

/** The tokens with which phone trackers speak for the vehicle. A secret is shown once, when it is made. */
export function TokensPanel({ vehicle, mayChange }: TokensPanelProps) {
  const { data, problem, ask } = useAnswer(listDeviceTokens, { vehicle_uuid: vehicle.uuid })
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<Token>()
  const refusal = mayChange ? undefined : 'Administrators make and revoke tokens.'

  async function act<T>(doing: Promise<T>, done: (answer: T) => void): Promise<void> {
    try {
      done(await doing)
    } catch (thrown) {
      toast.error(messagesOf(thrown).join(' '))
    }
    ask()
  }
  const create = () => void act(call(createDeviceToken, { vehicle_uuid: vehicle.uuid }), ({ token }) => setSecret(token))
  const revoke = ({ uuid }: Token) => void act(call(revokeDeviceToken, { uuid }), () => toast.success('The token is revoked.'))

  return (
    <Panel title="Phone trackers" tools={<ActButton icon={<AddIcon />} text="New token" refusal={refusal} onClick={create} />}>
      {problem !== undefined && <ErrorState title="The tokens did not load" onRetry={ask}>{problem}</ErrorState>}
      {problem === undefined && data === undefined && <SkeletonRows rows={2} columns={['1fr', '2fr']} />}
      {data?.tokens.length === 0 && <EmptyState icon={<KeyIcon size={24} />} title="No phone tracks this vehicle">A tracker app sends positions with a token of its own.</EmptyState>}
      <ul className="vh-list">
        {data?.tokens.map((token) => (
          <li key={token.uuid}>
            <span className="mono">{token.hint}…</span>
            <span className="vh-faint">made {dateTime(token.created_at)} by {token.created_by}</span>
            <span className="vh-end">
              {token.revoked_at === null ? <ActButton text="Revoke" refusal={refusal} onClick={() => setRevoking(token)} /> : <span className="vh-faint">revoked {dateTime(token.revoked_at)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
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
    </Panel>
  )
}

function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog isOpen title="The new token" onClose={onClose} canOutsideClickClose={false}>
      <DialogBody>
        <p>This is the only time it is shown. Enter it in the phone's tracker app.</p>
        <code className="vh-secret mono">{secret}</code>
      </DialogBody>
      <DialogFooter actions={<><Button icon={<ClipboardIcon />} text="Copy" onClick={() => copyText(secret)} /><Button intent="primary" text="I have it" onClick={onClose} /></>} />
    </Dialog>
  )
}
