import { useState } from 'react'
import { renew, session, useSession } from '../../core/session/session.ts'
import { SettingsPage } from '../settings-page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'
import { SwitchedOn } from './switched-on.tsx'

/** The second factor: a code from an authenticator app in addition to the password. */
export function TwoFactorPage() {
  const isOn = useSession()?.two_factor === true
  const [codes, setCodes] = useState<readonly string[]>()
  const takeCodes = (given: readonly string[]) => {
    setCodes(given)
    remember(true)
  }
  return (
    <SettingsPage title="Enable 2FA Code">
      <div className="st-stack st-medium">
        {codes !== undefined && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
        {codes === undefined && !isOn && <SetUp onEnabled={takeCodes} />}
        {codes === undefined && isOn && <SwitchedOn onCodes={takeCodes} onOff={() => remember(false)} />}
      </div>
    </SettingsPage>
  )
}

/** Updates the state in the rest of the console. */
function remember(isOn: boolean): void {
  const { user } = session.getState()
  if (user) renew({ ...user, two_factor: isOn })
}
