import { Button } from '@blueprintjs/core'
import { disableTwoFactor, renewRecoveryCodes } from '@carapace/shared/account/security.contract'
import { getProfile } from '@carapace/shared/account/team.contract'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { PasswordField } from '../../account/password-field.tsx'
import { call } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { LineField } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { CodeField, isWholeCode } from './code-field.tsx'

interface SwitchedOnProps {
  readonly onCodes: (recoveryCodes: readonly string[]) => void
  readonly onOff: () => void
}

/** For a second factor that is on: new recovery codes, and switching it off. */
export function SwitchedOn({ onCodes, onOff }: SwitchedOnProps) {
  const since = useEndpoint(getProfile, {}).data?.profile.two_factor_since
  return (
    <>
      <section className="c-panel" aria-label="State">
        <div className="c-panel-head">
          <h2>Two-factor verification is on</h2>
          {since != null && <span className="c-note num">since {dateTime(since)}</span>}
        </div>
        <p className="st-text">Signing in requires a code from your authenticator app and your password.</p>
      </section>
      <NewCodes onCodes={onCodes} />
      <SwitchOff onOff={onOff} />
    </>
  )
}

function NewCodes({ onCodes }: Pick<SwitchedOnProps, 'onCodes'>) {
  const [code, setCode] = useState('')
  const renewCodes = async (password: string) =>
    onCodes((await call(renewRecoveryCodes, { password, code })).recovery_codes)
  return (
    <Proof
      title="New recovery codes"
      text="They take the place of the old ones, which end at once."
      action="Make new codes"
      isReady={isWholeCode(code)}
      onProved={renewCodes}
    >
      <CodeField value={code} onChange={setCode} />
    </Proof>
  )
}

function SwitchOff({ onOff }: Pick<SwitchedOnProps, 'onOff'>) {
  const [code, setCode] = useState('')
  const switchOff = async (password: string) => {
    const { message } = await call(disableTwoFactor, { password, code })
    toast.success(message)
    onOff()
  }
  return (
    <Proof
      title="Switch it off"
      text="Your password alone will then let you in."
      action="Switch off"
      isDanger
      isReady={code.trim().length >= 6}
      onProved={switchOff}
    >
      <LineField
        label="Code of your authenticator app, or a recovery code"
        value={code}
        maxLength={32}
        autoComplete="one-time-code"
        onChange={setCode}
      />
    </Proof>
  )
}

interface ProofProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isDanger?: boolean
  /** Whether the code is complete. */
  readonly isReady: boolean
  readonly onProved: (password: string) => Promise<void>
  readonly children: ReactNode
}

/** An action that requires the password and a code. */
function Proof({ title, text, action, isDanger = false, isReady, onProved, children }: ProofProps) {
  const [password, setPassword] = useState('')
  const { busy, problem, run } = useAction()
  const isWhole = isReady && password !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isWhole) void run(() => onProved(password))
  }
  return (
    <section className="c-panel" aria-label={title}>
      <div className="c-panel-head">
        <h2>{title}</h2>
      </div>
      <form className="c-form" noValidate onSubmit={submit}>
        <p className="c-say">{text}</p>
        <div className="st-field-row">
          <PasswordField
            id={`password-${isDanger ? 'off' : 'codes'}`}
            label="Your password"
            value={password}
            autoComplete="current-password"
            onChange={setPassword}
          />
          {children}
        </div>
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        <p className="c-form-foot">
          <Button
            type="submit"
            variant={isDanger ? 'outlined' : 'solid'}
            intent={isDanger ? 'danger' : 'primary'}
            loading={busy}
            disabled={!isWhole}
          >
            {action}
          </Button>
        </p>
      </form>
    </section>
  )
}
