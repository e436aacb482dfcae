import { Button } from '@blueprintjs/core'
import { DownloadIcon, DuplicateIcon } from '@blueprintjs/icons'
import { save } from '../../core/call/download.ts'
import { useSession } from '../../core/session/session.ts'
import { copyText } from '../../core/ui/copy.ts'
import { codesFile } from './secret-groups.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** The codes for users who have lost their app. They are shown only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const email = useSession()?.email ?? ''
  const text = codes.join('\n')
  return (
    <section className="c-panel" aria-label="Recovery codes">
      <div className="c-panel-head">
        <h2>Your recovery codes</h2>
      </div>
      <p className="st-text" role="status">
        Keep them where your authenticator app is not: each lets you in once without it. They are shown this once.
      </p>
      <ul className="st-codes mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="st-acts">
        <Button variant="outlined" icon={<DuplicateIcon />} onClick={() => copyText(text)}>
          Copy
        </Button>
        <Button
          variant="outlined"
          icon={<DownloadIcon />}
          onClick={() => save(new Blob([codesFile(email, codes)], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button intent="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </section>
  )
}
