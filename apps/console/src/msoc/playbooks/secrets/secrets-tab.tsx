import { KeyIcon } from '@blueprintjs/icons'
import {
  deletePlaybookSecret,
  listPlaybookSecrets,
  type PlaybookSecret,
  savePlaybookSecret,
} from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { counted } from '../words.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** The names of the secrets that HTTP requests can use; no value is ever shown (rule PLAYBOOK-UI-25). */
export function SecretsTab() {
  const { data, problem, refetch } = useEndpoint(listPlaybookSecrets, {})
  const refusal = useRefusal(savePlaybookSecret)
  const [edited, setEdited] = useState<PlaybookSecret | 'new'>()
  const add = <ActButton size="medium" text="Add secret" refusal={refusal} onClick={() => setEdited('new')} />
  return (
    <>
      <div className="c-toolbar">
        <span className="c-note">
          HTTP requests of playbooks use them as <span className="mono">{'{{ secrets.NAME }}'}</span>. Values are stored
          encrypted and never shown again.
        </span>
        <span className="c-toolbar-total num" role="status">
          {data === undefined ? '' : counted(data.secrets.length, 'secret')}
        </span>
        {add}
      </div>
      <div className="pb-scroll">
        <Loaded
          what="The secrets"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={6} columns={['200px', '1fr', '160px', '160px']} />}
        >
          {({ secrets }) =>
            secrets.length === 0 ? (
              <EmptyState icon={<KeyIcon size={24} />} title="No secrets yet">
                A playbook that calls another system with a token needs one.
              </EmptyState>
            ) : (
              <SecretsTable secrets={secrets} onReplace={setEdited} onChanged={refetch} />
            )
          }
        </Loaded>
      </div>
      {edited !== undefined && (
        <SecretDialog
          secret={edited === 'new' ? undefined : edited}
          onSaved={refetch}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

interface SecretsTableProps {
  readonly secrets: readonly PlaybookSecret[]
  readonly onReplace: (secret: PlaybookSecret) => void
  readonly onChanged: () => void
}

function SecretsTable({ secrets, onReplace, onChanged }: SecretsTableProps) {
  const refusal = useRefusal(deletePlaybookSecret)
  const [deleted, setDeleted] = useState<string>()
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      if (deleted === undefined) return
      await call(deletePlaybookSecret, { name: deleted })
      toast.success(`${deleted} is deleted.`)
      setDeleted(undefined)
      onChanged()
    })
  return (
    <>
      <table className="c-table" aria-label="Secrets">
        <thead>
          <tr>
            <th>Name</th>
            <th>Description</th>
            <th>Changed by</th>
            <th>Changed</th>
            <th>
              <span className="c-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {secrets.map((secret) => (
            <tr key={secret.name}>
              <td className="mono">{secret.name}</td>
              <td>{secret.description}</td>
              <td>{secret.changed_by}</td>
              <td className="num">{dateTime(secret.changed_at)}</td>
              <td>
                <span className="pb-actions pb-end">
                  <ActButton
                    text="Replace"
                    aria-label={`Replace ${secret.name}`}
                    refusal={refusal}
                    onClick={() => onReplace(secret)}
                  />
                  <ActButton
                    text="Delete"
                    aria-label={`Delete ${secret.name}`}
                    refusal={refusal}
                    onClick={() => setDeleted(secret.name)}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={deleted !== undefined}
        title={`Delete ${deleted ?? ''}?`}
        action="Delete"
        isDanger
        isBusy={action.busy}
        onConfirm={() => void remove()}
        onClose={() => setDeleted(undefined)}
      >
        {action.problem ?? 'Requests that use it fail from then on.'}
      </ConfirmDialog>
    </>
  )
}
