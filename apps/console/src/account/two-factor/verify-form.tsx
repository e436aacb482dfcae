import { validateTwoFactor } from '@carapace/shared/account/auth.contract'
import { useReducer, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { SubmitButton, TextField } from '../fields.tsx'
import { Overlay, Problems } from '../public-page.tsx'
import { useEnter } from '../sign-in/entering.ts'
import { useSubmission } from '../use-submission.ts'
import { codeIn, emptyBoxes, moved } from './boxes.ts'
import { CodeBoxes } from './code-boxes.tsx'

/** No recovery code is shorter (see auth.contract.ts). */
const shortestCode = 6

/** `token`: from the sign-in that this step completes. */
export function VerifyForm({ token }: { readonly token: string }) {
  const [boxes, move] = useReducer(moved, emptyBoxes)
  const [recovery, setRecovery] = useState<string>()
  const { busy, problems, asForm } = useSubmission()
  const enter = useEnter()
  const code = recovery === undefined ? codeIn(boxes) : longEnough(recovery)

  const submit = asForm(async () => {
    try {
      const { user } = await call(validateTwoFactor, { code: code!, two_factor_token: token })
      await enter(user)
    } catch (problem) {
      move({ kind: 'cleared' })
      throw problem
    }
  })

  return (
    <form noValidate onSubmit={submit}>
      <Problems list={problems} />
      {recovery === undefined ? (
        <AppCode boxes={boxes} move={move} readOnly={busy} />
      ) : (
        <TextField
          id="recovery_code"
          label="Recovery code"
          autoComplete="off"
          autoFocus
          value={recovery}
          readOnly={busy}
          onChange={setRecovery}
        />
      )}
      <SubmitButton text="Verify & Continue" busy={busy} disabled={code === undefined} />
      <p className="public-elsewhere">
        <button
          type="button"
          className="public-link"
          onClick={() => setRecovery(recovery === undefined ? '' : undefined)}
        >
          {recovery === undefined ? 'Use a recovery code' : 'Use the authenticator app'}
        </button>
      </p>
      {busy && <Overlay text="Verifying…" />}
    </form>
  )
}

function AppCode(props: Pick<Parameters<typeof CodeBoxes>[0], 'boxes' | 'move' | 'readOnly'>) {
  return (
    <>
      <CodeBoxes {...props} describedBy="code-hints" />
      <div id="code-hints" className="code-hints">
        <p>Enter the 6-digit code from your authenticator app.</p>
        <p>Codes refresh every 30 seconds.</p>
      </div>
    </>
  )
}

function longEnough(text: string): string | undefined {
  const code = text.trim()
  return code.length >= shortestCode ? code : undefined
}
