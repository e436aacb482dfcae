import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { isNegotiated, type Negotiation, restored, stateOf } from '@carapace/shared/interface-agreement/negotiation'
import { signAgreement } from '@carapace/shared/interface-agreement/pages.contract'
import { sides } from '@carapace/shared/interface-agreement/row'
import { contentHashOf, sealed, type Signature } from '@carapace/shared/interface-agreement/seals'
import { createPasswordCheck, type PasswordCheck } from '../account/passwords/password-check.ts'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import { accountByUuid } from '../account/sign-in/sign-in.queries.ts'
import { createTwoFactor, type TwoFactor, wrongCode } from '../account/two-factor/two-factor.ts'
import type { Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { serve } from '../core/http/serve.ts'
import type { Deps } from '../module.ts'
import { announceAgreement } from './agreement.live.ts'
import { insertLogEntry } from './agreements.queries.ts'
import { notifySide, wakeSide } from './notices.ts'
import { insertSignature, signatureOf, signaturesUnder, teamOf, type TeamRow } from './pages.queries.ts'
import { type Party, refuseThirdParties } from './party.ts'
import { type AgreementRecord, endSignatures, lockAgreement, partyOf } from './party.queries.ts'
import { presentContent, verifiedVersions } from './versions.ts'
import { versionRoutes } from './versions.routes.ts'
import { insertVersion, sealedAction } from './versions.queries.ts'

type SignDeps = Pick<Deps, 'db' | 'publisher' | 'services' | 'settings'>
type Input = z.output<typeof signAgreement.input>

interface Signed {
  readonly version: number | null
  readonly missing: readonly { readonly side: Signature['side']; readonly name: string }[]
  /** The organisations whose members are notified. */
  readonly notified: readonly (Org | undefined)[]
}

/** Signatures, and the versions that they seal (rules AGREEMENT-19, AGREEMENT-54, AGREEMENT-55). */
export async function signRoutes(app: FastifyInstance, deps: SignDeps): Promise<void> {
  const { db, publisher, services, settings } = deps
  const passwords = await createPasswordCheck(db)
  const twoFactor = createTwoFactor(db, settings)
  const proved = proofWith(deps, passwords, twoFactor)

  serve(app, signAgreement).with(async ({ input, caller }) => {
    const { agreement_uuid: uuid } = input
    // before the proof: who may not sign here uses no code up
    refuseNonSignatory(await partyOf(db, caller, uuid))
    const { version, missing, notified } = await proved(caller, input, (tx, proof) =>
      sign(tx, caller, input, { proof, services }),
    )
    announceAgreement(publisher, uuid, 'pages')
    for (const org of notified) wakeSide(services, org)
    return { success: true, version, missing: [...missing] }
  })

  await versionRoutes(app, deps)
}

function refuseNonSignatory(party: Party): void {
  refuseThirdParties(party)
  if (!party.isSignatory)
    throw new Failure('ROLE_REQUIRED', {
      message: 'Only the signatories of the cybersecurity team sign. Mark yourself as one there first.',
    })
}

/**
 * Runs the signing in a transaction after the person proved who they are: with a code, if their account has a second
 * factor, else with the password. Wrong ones are counted as at sign-in (rules SIGNIN-2, SIGNIN-9).
 */
const proofWith =
  ({ db }: SignDeps, passwords: PasswordCheck, twoFactor: TwoFactor) =>
  async <R>(
    caller: Caller,
    { password, code }: Input,
    work: (tx: Tx, proof: Signature['proof']) => Promise<R>,
  ): Promise<R> => {
    const account = (await accountByUuid(db, caller.org, caller.user.uuid))!
    if (account.totpEnabledAt) {
      if (code === '') throw missing('code', 'Enter a code of your authenticator app.')
      const input = { code, address: caller.address, recovery: false }
      const done = await twoFactor.withCode(account, input, async (tx) => ({ result: await work(tx, 'second-factor') }))
      if (!done) throw wrongCode()
      return done.result
    }
    if (account.passwordHash === null)
      throw new Failure('RULE_REFUSED', {
        message: 'Your account has no password. Set one with “Forgot password” on the sign-in page, then sign.',
      })
    if (password === '') throw missing('password', 'Enter your password.')
    await passwords.reauthenticate(caller, password, 'password')
    return db.transaction((tx) => work(tx, 'password'))
  }

const missing = (field: 'password' | 'code', message: string) =>
  new Failure('INVALID_INPUT', { message, errors: { [field]: message } })

async function sign(
  tx: Tx,
  caller: Caller,
  { agreement_uuid: uuid, seen }: Input,
  { proof, services }: { readonly proof: Signature['proof']; readonly services: Deps['services'] },
): Promise<Signed> {
  const locked = await lockAgreement(tx, await partyOf(tx, caller, uuid))
  // once the others have written: the team may have changed while this waited
  const party = await partyOf(tx, caller, uuid)
  refuseNonSignatory(party)
  const content = await presentContent(tx, party, locked)
  const contentHash = await contentHashOf(content)
  refuseUnseen(locked, contentHash, seen)
  refuseOpenRows(restored(locked.negotiation))
  const team = await teamOf(tx, party)
  const signatories = team.filter(({ isSignatory, userUuid }) => isSignatory && userUuid !== null)
  refuseOneSided(signatories)
  const { versions, broken } = await verifiedVersions(tx, party)
  if (broken !== undefined)
    throw new Failure('RULE_REFUSED', {
      message:
        `Version ${broken} is not as it was signed: nothing can be sealed behind it. ` +
        'Restore it from a backup, then sign.',
    })
  const last = versions.at(-1)
  if (last && (await contentHashOf(last.content)) === contentHash)
    throw new Failure('RULE_REFUSED', { message: `Nothing has changed since version ${last.number} was signed.` })
  if (versions.length >= agreementLimits.versions)
    throw new Failure('RULE_REFUSED', {
      message: `An agreement has at most ${agreementLimits.versions} versions. Begin a new one from it.`,
    })
  const already = await signaturesUnder(tx, party, contentHash)
  if (already.some(({ userUuid }) => userUuid === party.user.uuid))
    throw new Failure('RULE_REFUSED', { message: 'You have signed this already. Others have to sign, too.' })
  const { role } = signatories.find(({ userUuid }) => userUuid === party.user.uuid)!
  await insertSignature(tx, party, { role, proof, contentHash })
  await insertLogEntry(tx, party, { action: 'signed', detail: { note: role, proof, content: contentHash } })
  await audit(tx, party.org, byCaller(caller), {
    action: 'sign agreement',
    subject: 'agreement',
    subjectUuid: uuid,
    after: { content: contentHash, proof },
  })
  const signatures = await signaturesUnder(tx, party, contentHash)
  const left = signatories.filter((one) => !signatures.some(({ userUuid }) => userUuid === one.userUuid))
  const number = versions.length + 1
  if (left.length === 0) {
    const version = await sealed(versions, content, signatures.map(signatureOf))
    await insertVersion(tx, party, { ...version, seq: locked.seq })
    await endSignatures(tx, party)
    const { hash } = version
    await insertLogEntry(tx, party, { action: sealedAction, detail: { note: `Version ${number}`, version: number, hash } })
  }
  const code = agreementCode(locked.number)
  const title =
    left.length === 0
      ? `${code} is signed by both sides: version ${number} is in force`
      : `${party.user.name} signed ${code} for the ${party.side}`
  const notified: (Org | undefined)[] = []
  for (const side of sides)
    notified.push(await notifySide(tx, services, party, side, { kind: 'agreement-signed', title, page: 'cover' }))
  return {
    version: left.length === 0 ? number : null,
    missing: left.map(({ side, name }) => ({ side, name })),
    notified,
  }
}

function refuseUnseen(locked: AgreementRecord, contentHash: string, seen: Input['seen']): void {
  const isSeen =
    locked.seq === seen.seq &&
    locked.coverRevision === seen.cover &&
    locked.glossaryRevision === seen.glossary &&
    contentHash === seen.content
  if (!isSeen)
    throw new Failure('ROW_CHANGED', { message: 'The agreement changed since you read it. Read it again, then sign.' })
}

const mostNamed = 5

function refuseOpenRows({ isSent, rows }: Negotiation): void {
  if (!isSent) throw new Failure('RULE_REFUSED', { message: 'It was not sent to the other side yet.' })
  const open = [...rows].flatMap(([number, row]) => (isNegotiated(row) && stateOf(row) !== 'accepted' ? [number] : []))
  if (open.length === 0) return
  const more = open.length > mostNamed ? ` and ${open.length - mostNamed} more` : ''
  throw new Failure('RULE_REFUSED', {
    message: `Both sides have to accept each row first. Not accepted: ${open.slice(0, mostNamed).join(', ')}${more}.`,
  })
}

function refuseOneSided(signatories: readonly TeamRow[]): void {
  const without = sides.find((side) => !signatories.some((one) => one.side === side))
  if (without !== undefined)
    throw new Failure('RULE_REFUSED', {
      message: `The ${without} has no signatory in the cybersecurity team. It has to name one first.`,
    })
}
