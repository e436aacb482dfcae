import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { copyText } from '../../core/ui/copy.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { QrCode } from '../../core/ui/qr-code.tsx'
import '../../core/ui/form.css'
import './ingest.css'

interface SecretDialogProps {
  readonly title: string
  /** What the secret is called: "The key". */
  readonly name: string
  /** Undefined if there is none to show. */
  readonly secret: string | undefined
  /** The address that contains the secret, for a device that reads it as a QR code. */
  readonly address?: string | undefined
  readonly onClose: () => void
}

/**
 * Shows a secret once: the server stores only its hash. A click beside the dialog does not close it, since the secret
 * cannot be shown again.
 */
export function SecretDialog({ title, name, secret, address, onClose }: SecretDialogProps) {
  return (
    <Dialog
      className="c-small-dialog"
      isOpen={secret !== undefined}
      title={title}
      onClose={onClose}
      canOutsideClickClose={false}
    >
      <DialogBody>
        <p className="c-say">Copy it now: it is shown this once, and cannot be read again.</p>
        <code className="c-secret mono" tabIndex={0} role="textbox" aria-readonly aria-label={name}>
          {secret}
        </code>
        {address !== undefined && <Address address={address} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" icon={<DuplicateIcon />} onClick={() => copyText(secret ?? '')}>
              Copy
            </Button>
            <Button intent="primary" onClick={onClose}>
              I have it
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

/** The address for a device: to scan, or to copy (rule SENDER-UI-1). */
function Address({ address }: { readonly address: string }) {
  return (
    <div className="ig-address">
      <QrCode text={address} label="QR code of the address below" />
      <div>
        <p className="c-say">Scan it with Traccar Client, or copy the address into OsmAnd or another tracker:</p>
        <code className="c-secret mono" tabIndex={0} role="textbox" aria-readonly aria-label="The address">
          {address}
        </code>
        <Button variant="outlined" size="small" icon={<DuplicateIcon />} onClick={() => copyText(address)}>
          Copy the address
        </Button>
      </div>
    </div>
  )
}
