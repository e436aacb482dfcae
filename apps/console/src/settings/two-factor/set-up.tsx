import { Button } from '@blueprintjs/core'
import { enableTwoFactor, setUpTwoFactor } from '@carapace/shared/account/security.contract'
import { type SubmitEvent, useState } from 'react'
import { PasswordField } from '../../account/password-field.tsx'
import { call } from '../../core/call/call.ts'
import { QrCode } from '../../core/ui/qr-code.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useAction } from '../../core/call/use-action.ts'
import { CodeField, isWholeCode } from './code-field.tsx'
import { inGroups } from './secret-groups.ts'

interface Prepared {
  readonly secret: string
  readonly uri: string
}

interface SetUpProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void
}

/** The steps to switch it on: the password, the app, a code from it. */
export function SetUp({ onEnabled }: SetUpProps) {
  const [prepared, setPrepared] = useState<Prepared>()
  return (
    <section className="c-panel" aria-label="Set up">
      <div className="c-panel-head">
        <h2>Two-factor verification is off</h2>
      </div>
      {prepared === undefined ? (
        <Begin onPrepared={setPrepared} />
      ) : (
        <Confirm prepared={prepared} onEnabled={onEnabled} onCancel={() => setPrepared(undefined)} />
      )}
    </section>
  )
}

function Begin({ onPrepared }: { readonly onPrepared: (prepared: Prepared) => void }) {
  const [password, setPassword] = useState('')
  const { busy, problem, run } = useAction()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (password !== '') void run(async () => onPrepared(await call(setUpTwoFactor, { password })))
  }
  return (
    <form className="c-form" noValidate onSubmit={submit}>
      <p className="c-say">
        With it on, signing in requires a code from an authenticator app in addition to your password, so that a stolen
        password is not enough. Any app for time-based codes works. Switching it on ends your other sessions.
      </p>
      <div className="st-narrow">
        <PasswordField
          id="setup-password"
          label="Your password"
          value={password}
          autoComplete="current-password"
          onChange={setPassword}
        />
      </div>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="c-form-foot">
        <Button type="submit" intent="primary" loading={busy} disabled={password === ''}>
          Set up
        </Button>
      </p>
    </form>
  )
}

interface ConfirmProps extends SetUpProps {
  readonly prepared: Prepared
  readonly onCancel: () => void
}

function Confirm({ prepared: { secret, uri }, onEnabled, onCancel }: ConfirmProps) {
  const [code, setCode] = useState('')
  const { busy, problem, run } = useAction()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isWholeCode(code)) return
    void run(async () => {
      const { recovery_codes: codes } = await call(enableTwoFactor, { code })
      toast.success('Two-factor verification is on')
      onEnabled(codes)
    })
  }
  return (
    <form className="st-setup" noValidate onSubmit={submit}>
      <QrCode text={uri} label="QR code for your authenticator app, with the same secret as the text beside it" />
      <ol className="st-steps">
        <li>
          Scan the picture with your authenticator app, or type this secret into it:
          <br />
          <code className="st-secret mono" role="textbox" aria-readonly tabIndex={0} aria-label="Secret">
            {inGroups(secret)}
          </code>
        </li>
        <li>
          Then type the code that the app shows.
          <div className="st-confirm">
            <CodeField value={code} onChange={setCode} autoFocus />
          </div>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </li>
        <li className="st-last">
          <p className="c-form-foot">
            <Button type="submit" intent="primary" loading={busy} disabled={!isWholeCode(code)}>
              Switch on
            </Button>
            <Button variant="outlined" onClick={onCancel}>
              Cancel
            </Button>
          </p>
        </li>
      </ol>
    </form>
  )
}
