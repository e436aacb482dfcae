import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { createIngestKey } from '@carapace/shared/msoc/ingest.contract'
import { type SubmitEvent, useState } from 'react'
import { call, messagesOf } from '../../../core/call.ts'
import { copyText } from '../../../core/ui/copy.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'

interface NewKeyProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: () => void
}

/** Makes a key and shows it this once: the server keeps only its hash. */
export function NewKey({ isOpen, onClose, onMade }: NewKeyProps) {
  const [secret, setSecret] = useState<string>()
  const made = (key: string) => {
    setSecret(key)
    onMade()
  }
  // a click beside the dialog must not cost the only sight of the secret
  return (
    <Dialog className="jb-dialog" isOpen={isOpen} title={secret === undefined ? 'New ingest key' : 'The new key'} onClose={onClose} onClosed={() => setSecret(undefined)} canOutsideClickClose={secret === undefined}>
      {secret === undefined ? <KeyForm onClose={onClose} onMade={made} /> : <Secret secret={secret} onClose={onClose} />}
    </Dialog>
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
      setProblem(messagesOf(thrown).join(' '))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void make(event)}>
      <DialogBody>
        <label className="jb-field">
          Name
          <input className="bp6-input" value={name} maxLength={100} required autoFocus placeholder="Depot gateway" onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="jb-field">
          Events per second at most
          <input className="bp6-input" type="number" min={1} max={10_000_000} value={limit} placeholder="no limit" onChange={(event) => setLimit(event.target.value)} />
        </label>
        {problem !== undefined && <p className="jb-problem" role="alert">{problem}</p>}
      </DialogBody>
      <DialogActions action="Make the key" isReady={name.trim() !== ''} isBusy={busy} onCancel={onClose} />
    </form>
  )
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <p className="jb-say">Copy it now: it is shown this once, and cannot be read again.</p>
        <p className="jb-secret mono" tabIndex={0} aria-label="The key">{secret}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" icon={<DuplicateIcon />} onClick={() => copyText(secret)}>Copy</Button>
            <Button intent="primary" onClick={onClose}>Done</Button>
          </>
        }
      />
    </>
  )
}
