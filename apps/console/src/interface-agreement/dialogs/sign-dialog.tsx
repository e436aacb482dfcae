import { Button } from '@blueprintjs/core'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import {
  compareAgreementVersions,
  getAgreementPages,
  getAgreementTeam,
  signAgreement,
} from '@carapace/shared/interface-agreement/pages.contract'
import { sides } from '@carapace/shared/interface-agreement/row'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { dateTime } from '../../core/format/format.ts'
import { Field } from '../../core/ui/field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { counted, sideTexts } from '../words.ts'
import { DialogForm } from './dialog-form.tsx'
import { Differences } from './differences.tsx'
import { signatoriesOf } from './signing.ts'

interface SignDialogProps {
  readonly agreement: Agreement
  /** Changes whenever cover, glossary or team change. */
  readonly pages: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Signs the agreement as it is shown here: if somebody changes it meanwhile, nothing is signed until the signer has
 * seen that, too (rule AGREEMENT-UI-6).
 */
export function SignDialog(props: SignDialogProps) {
  const now = `${props.agreement.seq} ${props.pages}`
  const [shown, setShown] = useState(now)
  return <Form key={shown} {...props} isOutdated={now !== shown} onReread={() => setShown(now)} />
}

interface FormProps extends SignDialogProps {
  readonly isOutdated: boolean
  readonly onReread: () => void
}

function Form({ agreement, isOutdated, onReread, onDone, onClose }: FormProps) {
  const { uuid, code, version, rows } = agreement
  const [seq] = useState(agreement.seq)
  const [proof, setProof] = useState<'password' | 'code'>('password')
  const [secret, setSecret] = useState('')
  const { busy, problem, run } = useAction()
  const pages = useEndpoint(getAgreementPages, { agreement_uuid: uuid }, { keepPrevious: false })
  const difference = useEndpoint(compareAgreementVersions, { agreement_uuid: uuid, before: version })
  const unread = pages.problem ?? difference.problem
  const isRead = pages.data !== undefined && difference.data !== undefined
  const sign = () =>
    void run(async () => {
      const { cover_revision: cover, glossary_revision: glossary, content_hash: content } = pages.data!
      const answer = await call(signAgreement, {
        agreement_uuid: uuid,
        seen: { seq, cover, glossary, content },
        [proof]: secret,
      })
      toast.success(
        answer.version === null
          ? `Signed. Missing: ${answer.missing.map(({ name }) => name).join(', ')}`
          : `Version ${answer.version} is signed by both sides and sealed`,
      )
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title={`Sign version ${version + 1} of ${code}`}
      action="Sign"
      isReady={isRead && !isOutdated && secret !== ''}
      isBusy={busy}
      problem={problem ?? unread}
      isWide
      onSubmit={sign}
      onClose={onClose}
    >
      {isOutdated && (
        <p className="ia-news" role="alert">
          Somebody has changed the agreement meanwhile.{' '}
          <Button size="small" variant="outlined" text="Show what you would sign now" onClick={onReread} />
        </p>
      )}
      <p className="c-say">
        You sign the cover, the glossary, the team and {counted(rows, 'work product')}.{' '}
        {version === 0 ? 'It is the first version.' : `Since version ${version} this has changed:`}
      </p>
      {version > 0 && difference.data !== undefined && <Differences difference={difference.data} />}
      {!isRead && unread === undefined && <SkeletonRows rows={3} columns={['40px', '1fr']} />}
      <Signatories agreement={agreement} />
      <fieldset className="c-field ia-proof">
        <legend>Prove that it is you</legend>
        {(['password', 'code'] as const).map((each) => (
          <label key={each} className="c-radio">
            <input
              type="radio"
              name="proof"
              checked={proof === each}
              onChange={() => {
                setProof(each)
                setSecret('')
              }}
            />
            {each === 'password' ? 'By your password' : 'By a code of your second factor'}
          </label>
        ))}
      </fieldset>
      <Field label={proof === 'password' ? 'Password' : 'Code'}>
        {(id) => (
          <input
            key={proof}
            id={id}
            className={proof === 'password' ? 'bp6-input' : 'bp6-input mono'}
            type={proof === 'password' ? 'password' : 'text'}
            inputMode={proof === 'password' ? undefined : 'numeric'}
            autoComplete={proof === 'password' ? 'current-password' : 'one-time-code'}
            maxLength={proof === 'password' ? 200 : 20}
            value={secret}
            autoFocus
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  )
}

/** Who signs for each side, and who has not yet. */
export function Signatories({
  agreement: { uuid, signed },
}: {
  readonly agreement: Pick<Agreement, 'uuid' | 'signed'>
}) {
  const { data, problem } = useEndpoint(getAgreementTeam, { agreement_uuid: uuid })
  if (problem !== undefined) return <p className="c-problem">{problem}</p>
  const all = signatoriesOf(data?.team ?? [], signed)
  return (
    <ul className="ia-signatories" aria-label="Signatories">
      {all.map(({ uuid: member, side, name, role, at }) => (
        <li key={member}>
          <b>{name}</b> <span className="ia-faint">{`${sideTexts[side]}, ${role}`}</span>
          <span className={at === undefined ? 'ia-faint' : 'num ia-ok'}>
            {at === undefined ? 'has not signed' : `signed ${dateTime(at)}`}
          </span>
        </li>
      ))}
      {data !== undefined &&
        sides
          .filter((side) => all.every((each) => each.side !== side))
          .map((side) => <li key={side} className="ia-alarm">{`The ${side} has not named anybody who signs.`}</li>)}
    </ul>
  )
}
