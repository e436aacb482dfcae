import { createHash } from 'node:crypto'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { BomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { DocumentOrigin } from '@carapace/shared/sbom/sbom'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { inParts } from '../../core/byte-parts.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { lockRelease, releaseOfVersion } from '../software/releases.queries.ts'
import { lockSoftware, softwareNamed } from '../software/software.queries.ts'
import { writeRelease } from '../software/release-writes.ts'
import { aliveEveryMs, dropArriving, keepAlive, keptBytes } from './arriving.queries.ts'
import { documentByUuid, documentWithBytes, insertDocument, insertPart, writeDocument } from './documents.queries.ts'
import { bomReadKind, type ReadInput } from './reading.ts'

/** Which release a document belongs to. */
export interface Target {
  readonly release_uuid?: string | undefined
  readonly software?: string | undefined
  readonly version?: string | undefined
}

interface NewDocument extends Target {
  readonly origin: DocumentOrigin
  readonly file_name: string
  readonly source?: string
  /** The length that the sender states, bytes. */
  readonly length: number | undefined
}

export interface Kept {
  readonly document: BomDocument
  readonly is_known: boolean
  readonly job: Job | null
}

/**
 * Keeps a document while it arrives, and adds the job that reads it (rules SBOM-10, SBOM-11): its place is reserved
 * first, and it is shown once all of it is there.
 */
export async function keepDocument(
  { db, jobs }: { db: Database; jobs: Jobs },
  caller: Caller,
  added: NewDocument,
  body: AsyncIterable<Uint8Array>,
): Promise<Kept> {
  const { org } = caller
  const { uuid, releaseUuid } = await db.transaction((tx) => reserve(tx, jobs, caller, added))
  // one sign of life that is lost does not matter: the next one follows
  const signs = setInterval(() => void keepAlive(db, org, uuid).catch(() => undefined), aliveEveryMs).unref()
  try {
    const file = await keepParts(db, caller, uuid, body)
    const kept = await db.transaction((tx) => finish(tx, jobs, caller, { uuid, releaseUuid, ...file }, added))
    jobs.wake(org)
    return kept
  } catch (error) {
    await dropArriving(db, org, uuid)
    throw error
  } finally {
    clearInterval(signs)
  }
}

async function reserve(tx: Tx, jobs: Jobs, caller: Caller, added: NewDocument) {
  const { org, user } = caller
  const releaseUuid = await targetOf(tx, caller, added)
  const kept = await keptBytes(tx, org, releaseUuid)
  const bytes = added.length ?? sbomLimits.fileBytes
  if (kept.bytes + bytes > sbomLimits.orgBytes)
    throw new Failure('RULE_REFUSED', {
      message: `An organisation keeps at most ${sbomLimits.orgBytes / 1024 ** 3} GiB of documents. Delete some first.`,
    })
  if (kept.ofRelease >= sbomLimits.documentsOfOne)
    throw new Failure('RULE_REFUSED', {
      message: `A release has at most ${sbomLimits.documentsOfOne} documents. Delete some first.`,
    })
  if (kept.arriving >= sbomLimits.uploads)
    throw new Failure('TOO_MANY', {
      message: `Your organisation is uploading ${sbomLimits.uploads} documents. Wait until one has arrived.`,
      retryAfter: 10,
    })
  await jobs.refuseMany(tx, org)
  const uuid = await insertDocument(tx, org, {
    releaseUuid,
    origin: added.origin,
    fileName: added.file_name,
    source: added.source ?? '',
    bytes,
    sha256: '',
    addedBy: user.name,
    addedByUuid: user.uuid,
  })
  return { uuid, releaseUuid }
}

/** The release that a document is for: an existing one, or a version of a software, which is added (rule SBOM-10). */
async function targetOf(tx: Tx, caller: Caller, { release_uuid: uuid, software, version }: Target): Promise<string> {
  const { org } = caller
  if (uuid !== undefined) {
    if (!(await lockRelease(tx, org, uuid))) throw new Failure('NOT_FOUND')
    return uuid
  }
  if (software === undefined || version === undefined)
    throw new Failure('INVALID_INPUT', {
      errors: { release_uuid: 'State a release, or a software and a version of it.' },
    })
  const found = await softwareNamed(tx, org, software)
  if (!found)
    throw new Failure('NOT_FOUND', {
      message: `No software has the code or the name ${software}. Add it first, or check its spelling.`,
    })
  // uploads of one new version at a time: the first adds it
  await lockSoftware(tx, org)
  const release = await releaseOfVersion(tx, org, found.uuid, version)
  return release?.uuid ?? (await writeRelease(tx, caller, { software_uuid: found.uuid, version })).uuid
}

async function keepParts(db: Database, { org }: Caller, uuid: string, body: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let part = 0
  let bytes = 0
  for await (const piece of inParts(body)) {
    hash.update(piece)
    await insertPart(db, org, uuid, part++, piece)
    bytes += piece.length
  }
  if (bytes === 0) throw new Failure('INVALID_INPUT', { message: 'The document is empty.' })
  return { bytes, sha256: hash.digest('hex') }
}

interface Arrived {
  readonly uuid: string
  readonly releaseUuid: string
  readonly bytes: number
  readonly sha256: string
}

async function finish(
  tx: Tx,
  jobs: Jobs,
  caller: Caller,
  { uuid, releaseUuid, bytes, sha256 }: Arrived,
  { file_name: fileName, source = '' }: NewDocument,
): Promise<Kept> {
  const { org } = caller
  const known = await documentWithBytes(tx, org, releaseUuid, sha256)
  if (known) {
    await dropArriving(tx, org, uuid)
    return { document: known, is_known: true, job: null }
  }
  const job = await addReading(tx, jobs, caller, { uuid, bytes, fileName })
  await writeDocument(tx, org, uuid, { bytes, sha256, jobUuid: job.uuid })
  const document = await documentByUuid(tx, org, uuid)
  // its release was deleted meanwhile
  if (!document) throw new Failure('NOT_FOUND')
  await audit(tx, org, byCaller(caller), {
    action: 'add bill of materials',
    subject: 'release',
    subjectUuid: releaseUuid,
    after: { document: uuid, file_name: fileName, bytes, sha256, ...(source !== '' && { source }) },
  })
  return { document, is_known: false, job }
}

/** Adds the job that reads a document; call `jobs.wake` after the commit. */
export function addReading(
  tx: Tx,
  jobs: Jobs,
  caller: Caller,
  { uuid, bytes, fileName }: { uuid: string; bytes: number; fileName: string },
): Promise<Job> {
  const input: ReadInput = { document: uuid }
  return jobs.add(tx, caller, { kind: bomReadKind, title: `Read ${fileName}`, total: bytes, input })
}
