import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import type { AgreementContent } from '@carapace/shared/interface-agreement/content'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { isNegotiated, type Negotiation, restored, stateOf } from '@carapace/shared/interface-agreement/negotiation'
import type { signAgreement } from '@carapace/shared/interface-agreement/pages.contract'
import { type Side, sides } from '@carapace/shared/interface-agreement/row'
import { contentHashOf, sealed, type Signature } from '@carapace/shared/interface-agreement/seals'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Services } from '../../module.ts'
import { insertLogEntry } from '../agreements.queries.ts'
import { notifySide } from '../notices.ts'
import { insertSignature, signatureOf, signaturesUnder, teamOf, type TeamRow } from '../pages/pages.queries.ts'
import { type Party, refuseThirdParties } from '../party.ts'
import { type AgreementRecord, endSignatures, lockAgreement, partyOf } from '../party.queries.ts'
import { presentContent, verifiedVersions } from './versions.ts'
import { insertVersion, sealedAction, type StoredVersion } from './versions.queries.ts'

type Input = z.output<typeof signAgreement.input>

interface Signed {
  /** The version that was sealed; null: others have to sign, too. */
  readonly version: number | null
  readonly missing: readonly { readonly side: Side; readonly name: string }[]
  /** The organisations to wake after the commit. */
  readonly notified: readonly (Org | undefined)[]
}

/** Only signatories of the team sign, who see the whole agreement. */
export function refuseNonSignatory(party: Party): void {
  refuseThirdParties(party)
  if (!party.isSignatory)
    throw new Failure('ROLE_REQUIRED', {
      message: 'Only the signatories of the cybersecurity team sign. Be marked as one there first.',
    })
}

/** Signs for somebody who proved who they are, and seals the version if all others have signed the same content. */
export async function sign(
  tx: Tx,
  caller: Caller,
  { agreement_uuid: uuid, seen }: Input,
  { proof, services }: { readonly proof: Signature['proof']; readonly services: Services },
): Promise<Signed> {
  const locked = await lockAgreement(tx, await partyOf(tx, caller, uuid))
  // once the others have written: the team may have changed while this waited
  const party = await partyOf(tx, caller, uuid)
  refuseNonSignatory(party)
  const content = await presentContent(tx, party, locked)
  const contentHash = await contentHashOf(content)
  refuseUnseen(locked, contentHash, seen)
  refuseOpenRows(restored(locked.negotiation))
  const signatories = (await teamOf(tx, party)).filter(({ isSignatory, userUuid }) => isSignatory && userUuid !== null)
  refuseOneSided(signatories)
  const versions = await versionsBefore(tx, party, contentHash)
  await addSignature(tx, caller, party, { signatories, proof, contentHash })
  const signatures = await signaturesUnder(tx, party, contentHash)
  const left = signatories.filter((one) => !signatures.some(({ userUuid }) => userUuid === one.userUuid))
  const version =
    left.length === 0
      ? await seal(tx, party, { versions, content, signatures: signatures.map(signatureOf), seq: locked.seq })
      : null
  return {
    version,
    missing: left.map(({ side, name }) => ({ side, name })),
    notified: await notify(tx, services, party, agreementCode(locked.number), version),
  }
}

/** The versions behind which the content is sealed. */
async function versionsBefore(tx: Tx, party: Party, contentHash: string): Promise<readonly StoredVersion[]> {
  const { versions, broken } = await verifiedVersions(tx, party)
  if (broken !== undefined)
    throw new Failure('RULE_REFUSED', {
      message: `Version ${broken} is not as it was signed: restore it from a backup before anybody signs.`,
    })
  const last = versions.at(-1)
  if (last && (await contentHashOf(last.content)) === contentHash)
    throw new Failure('RULE_REFUSED', { message: `Nothing has changed since version ${last.number} was signed.` })
  if (versions.length >= agreementLimits.versions)
    throw new Failure('RULE_REFUSED', {
      message: `An agreement has at most ${agreementLimits.versions} versions. Begin a new one from it.`,
    })
  return versions
}

interface Signing {
  readonly signatories: readonly TeamRow[]
  readonly proof: Signature['proof']
  readonly contentHash: string
}

async function addSignature(
  tx: Tx,
  caller: Caller,
  party: Party,
  { signatories, proof, contentHash }: Signing,
): Promise<void> {
  const isMine = ({ userUuid }: { userUuid: string | null }) => userUuid === party.user.uuid
  if ((await signaturesUnder(tx, party, contentHash)).some(isMine))
    throw new Failure('RULE_REFUSED', { message: 'You have signed this already. Others have to sign, too.' })
  const { role } = signatories.find(isMine)!
  await insertSignature(tx, party, { role, proof, contentHash })
  await insertLogEntry(tx, party, { action: 'signed', detail: { note: role, proof, content: contentHash } })
  await audit(tx, party.org, byCaller(caller), {
    action: 'sign agreement',
    subject: 'agreement',
    subjectUuid: party.agreementUuid,
    after: { content: contentHash, proof },
  })
}

interface Sealing {
  readonly versions: readonly StoredVersion[]
  readonly content: AgreementContent
  readonly signatures: readonly Signature[]
  readonly seq: number
}

/** Seals the next version, and returns its number. The log has its hash, too (rule AGREEMENT-55). */
async function seal(tx: Tx, party: Party, { versions, content, signatures, seq }: Sealing): Promise<number> {
  const version = await sealed(versions, content, signatures)
  const { number, hash } = version
  await insertVersion(tx, party, { ...version, seq })
  await endSignatures(tx, party)
  await insertLogEntry(tx, party, {
    action: sealedAction,
    detail: { note: `Version ${number}`, version: number, hash },
  })
  return number
}

async function notify(tx: Tx, services: Services, party: Party, code: string, version: number | null) {
  const title =
    version === null
      ? `${code} was signed by a signatory of the ${party.side}`
      : `${code} is signed by both sides: version ${version} is in force`
  const notified: (Org | undefined)[] = []
  for (const side of sides)
    notified.push(await notifySide(tx, services, party, side, { kind: 'agreement-signed', title, page: 'cover' }))
  return notified
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
