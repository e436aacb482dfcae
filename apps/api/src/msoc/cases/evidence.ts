import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type {
  addEvidence,
  CaseEvidence,
  removeEvidence,
  uploadEvidence,
} from '@carapace/shared/msoc/cases/case-evidence.contract'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { inParts } from '../../core/byte-parts.ts'
import type { Database, Tx } from '../../core/db.ts'
import { actorOf, type Caller } from '../../core/http/caller.ts'
import { alertByUuid } from '../alerts/alerts.queries.ts'
import { captureByUuid } from '../capture/captures.queries.ts'
import { vehicleNamed } from '../vehicles/vehicles.queries.ts'
import {
  abandonFile,
  addCustody,
  countEvidence,
  evidenceNamed,
  finishFile,
  hexOf,
  insertEvidence,
  insertPart,
  markRemoved,
  partsOf,
  storedBytes,
} from './evidence.queries.ts'
import { type CaseWrite, lockToWork, recordEach } from './locking.ts'

type EvidenceWrite = CaseWrite & { readonly evidence: string }

/**
 * Stores a file as evidence while it arrives (rule CASE-30): its place is reserved first, and it is shown once all of
 * it is there.
 */
export async function storeEvidence(
  db: Database,
  caller: Caller,
  input: z.output<typeof uploadEvidence.input>,
  length: number | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<EvidenceWrite> {
  const { org } = caller
  const uuid = await db.transaction((tx) => reserve(tx, caller, input, length ?? caseLimits.fileBytes))
  try {
    const file = await storeParts(db, caller, uuid, body)
    return await db.transaction(async (tx) => {
      const { case_uuid: caseUuid, file_name: fileName, name = fileName } = input
      await lockToWork(tx, caller, caseUuid)
      await finishFile(tx, org, uuid, file)
      const sha256 = hexOf(file.sha256)
      return added(tx, caller, caseUuid, uuid, { kind: 'file', name, bytes: file.bytes, sha256 })
    })
  } catch (error) {
    await abandonFile(db, org, uuid)
    throw error
  }
}

async function reserve(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof uploadEvidence.input>,
  bytes: number,
): Promise<string> {
  const { org } = caller
  const { case_uuid: caseUuid, file_name: fileName, content_type: contentType, name = fileName, note } = input
  await lockToWork(tx, caller, caseUuid)
  await refuseMore(tx, caller, caseUuid)
  const held = await storedBytes(tx, org)
  if (held.bytes + bytes > caseLimits.orgBytes)
    throw new Failure('RULE_REFUSED', {
      message:
        `An organisation keeps at most ${caseLimits.orgBytes / 1024 ** 3} GiB of evidence. ` +
        'Remove some of it first.',
    })
  if (held.arriving >= caseLimits.uploads)
    throw new Failure('TOO_MANY', {
      message: `Your organisation is uploading ${caseLimits.uploads} files. Wait until one has arrived.`,
      retryAfter: 10,
    })
  return insertEvidence(tx, org, { ...maker(caller), caseUuid, kind: 'file', name, note, fileName, contentType, bytes })
}

const maker = ({ user }: Caller) => ({ addedBy: user.name, addedByUuid: user.uuid })

async function storeParts(db: Database, { org }: Caller, uuid: string, body: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let part = 0
  let bytes = 0
  for await (const piece of inParts(body)) {
    hash.update(piece)
    await insertPart(db, org, uuid, part++, piece)
    bytes += piece.length
  }
  if (bytes === 0) throw new Failure('INVALID_INPUT', { message: 'The file is empty.' })
  return { bytes, sha256: new Uint8Array(hash.digest()) }
}

/** Adds a reference to an alert's events, a capture or recorded frames to the evidence of a case. */
export async function referToEvidence(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof addEvidence.input>,
): Promise<EvidenceWrite> {
  const { case_uuid: caseUuid, name, note, source } = input
  await lockToWork(tx, caller, caseUuid)
  await refuseMore(tx, caller, caseUuid)
  const reference = await knownSource(tx, caller, source)
  const uuid = await insertEvidence(tx, caller.org, {
    ...maker(caller),
    caseUuid,
    name,
    note,
    kind: source.kind,
    ...reference,
  })
  return added(tx, caller, caseUuid, uuid, { kind: source.kind, name })
}

async function knownSource(tx: Tx, { org }: Caller, source: z.output<typeof addEvidence.input>['source']) {
  const missing = new Failure('NOT_FOUND', { message: 'What this refers to is not there.' })
  if (source.kind === 'alert') {
    if (!(await alertByUuid(tx, org, source.alert_uuid))) throw missing
    return { targetUuid: source.alert_uuid }
  }
  if (source.kind === 'capture') {
    if (!(await captureByUuid(tx, org, source.capture_uuid))) throw missing
    return { targetUuid: source.capture_uuid }
  }
  const vehicle = await vehicleNamed(tx, org, source.vehicle)
  if (!vehicle) throw missing
  const [fromAt, toAt] = [new Date(source.from), new Date(source.to)]
  if (fromAt >= toAt) throw new Failure('INVALID_INPUT', { errors: { to: 'The window must end after it begins.' } })
  return { targetUuid: vehicle.uuid, bus: source.bus, fromAt, toAt }
}

async function refuseMore(tx: Tx, { org }: Caller, caseUuid: string): Promise<void> {
  if ((await countEvidence(tx, org, caseUuid)) >= caseLimits.evidence)
    throw new Failure('RULE_REFUSED', { message: `A case has at most ${caseLimits.evidence} items of evidence.` })
}

/** Begins the chain of custody, and records the item in the timeline. */
async function added(
  tx: Tx,
  caller: Caller,
  caseUuid: string,
  uuid: string,
  detail: Record<string, unknown>,
): Promise<EvidenceWrite> {
  await addCustody(tx, caller.org, uuid, { action: 'added', actor: actorOf(caller), detail })
  const seq = await recordEach(tx, caller, caseUuid, [{ kind: 'evidence', detail: { evidence: uuid, ...detail } }])
  await audit(tx, caller.org, byCaller(caller), {
    action: 'add evidence',
    subject: 'case',
    subjectUuid: caseUuid,
    after: { evidence: uuid, ...detail },
  })
  return { uuid: caseUuid, health: [], seq, evidence: uuid }
}

/** The bytes of a file; each download is in its chain of custody before the first byte is sent. */
export async function* evidenceFile(db: Database, caller: Caller, { uuid }: CaseEvidence): AsyncGenerator<Uint8Array> {
  await addCustody(db, caller.org, uuid, { action: 'downloaded', actor: actorOf(caller) })
  yield* partsOf(db, caller.org, uuid)
}

/** Hashes the stored bytes again and compares (rule CASE-32). */
export async function verify(db: Database, caller: Caller, { uuid, source }: CaseEvidence) {
  if (source.kind !== 'file') throw new Failure('RULE_REFUSED', { message: 'Only a file has a hash.' })
  const hash = createHash('sha256')
  for await (const bytes of partsOf(db, caller.org, uuid)) hash.update(bytes)
  const sha256 = hash.digest('hex')
  const intact = sha256 === source.sha256
  await addCustody(db, caller.org, uuid, { action: 'verified', actor: actorOf(caller), detail: { intact, sha256 } })
  return { intact, sha256 }
}

/** Removes an item of evidence: its bytes or reference go, its entry and chain of custody stay (rule CASE-31). */
export async function dropEvidence(
  tx: Tx,
  caller: Caller,
  { case_uuid: caseUuid, uuid, reason }: z.output<typeof removeEvidence.input>,
): Promise<CaseWrite> {
  const { org } = caller
  await lockToWork(tx, caller, caseUuid)
  const before = await evidenceNamed(tx, org, caseUuid, uuid)
  if (!before) throw new Failure('NOT_FOUND')
  if (before.removed_at !== null) throw new Failure('RULE_REFUSED', { message: 'It is removed already.' })
  await markRemoved(tx, org, uuid)
  await addCustody(tx, org, uuid, { action: 'removed', actor: actorOf(caller), detail: { reason } })
  const seq = await recordEach(tx, caller, caseUuid, [
    { kind: 'evidence', detail: { evidence: uuid, name: before.name, removed: true, reason } },
  ])
  await audit(tx, org, byCaller(caller), {
    action: 'remove evidence',
    subject: 'case',
    subjectUuid: caseUuid,
    before,
    after: { reason },
  })
  return { uuid: caseUuid, health: [], seq }
}
