import { DialogBody } from '@blueprintjs/core'
import { createIngestKey } from '@carapace/shared/msoc/ingest/ingest.contract'
import { type SubmitEvent, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface NewKeyProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: () => void
}

/** Creates a key and shows it once. */
export function NewKey({ isOpen, onClose, onMade }: NewKeyProps) {
  const [secret, setSecret] = useState<string>()
  const made = (key: string) => {
    onClose()
    setSecret(key)
    onMade()
  }
  return (
    <>
      <Dialog className="c-small-dialog" isOpen={isOpen} title="New ingest key" onClose={onClose}>
        <KeyForm onClose={onClose} onMade={made} />
      </Dialog>
      <SecretDialog title="The new key" name="The key" secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function KeyForm({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (key: string) => void }) {
  const [name, setName] = useState('')
  const [limit, setLimit] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { key } = await call(createIngestKey, { name, ...(limit !== '' && { events_per_second: Number(limit) }) })
      onMade(key)
    } catch (thrown) {
      setProblem(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void make(event)}>
      <DialogBody>
        <label className="c-field">
          Name
          <input
            className="bp6-input"
            value={name}
            maxLength={100}
            required
            autoFocus
            placeholder="Depot gateway"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="c-field">
          Events per second at most
          <input
            className="bp6-input"
            type="number"
            min={1}
            max={10_000_000}
            value={limit}
            placeholder="no limit"
            onChange={(event) => setLimit(event.target.value)}
          />
        </label>
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Make the key" isReady={name.trim() !== ''} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
