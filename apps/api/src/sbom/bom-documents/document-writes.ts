import type { Job } from '@carapace/shared/account/jobs.contract'
import { Failure } from '@carapace/shared/core/failure'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { lockRelease, restate, useDocument } from '../software/releases.queries.ts'
import { detachDocument, documentByUuid, otherReady, writeDocument } from './documents.queries.ts'
import { addReading } from './keeping.ts'

/** Makes a document's components those of its release (rule SBOM-14). */
export async function switchTo(tx: Tx, caller: Caller, uuid: string): Promise<void> {
  const { org } = caller
  const document = await documentAt(tx, caller, uuid)
  if (document.state !== 'READY')
    throw new Failure('RULE_REFUSED', { message: 'Only a document that could be read can be used.' })
  if (document.has_statements_alone)
    throw new Failure('RULE_REFUSED', { message: 'It has no components: its statements are applied as it is.' })
  const release = await lockRelease(tx, org, document.release_uuid)
  if (release?.documentUuid === uuid) return
  await useDocument(tx, org, document.release_uuid, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'use bill of materials',
    subject: 'release',
    subjectUuid: document.release_uuid,
    before: { document: release?.documentUuid },
    after: { document: uuid },
  })
}

/** Starts the reading of a document again that failed. */
export async function readAgain(tx: Tx, jobs: Jobs, caller: Caller, uuid: string): Promise<Job> {
  const document = await documentAt(tx, caller, uuid)
  if (document.state !== 'FAILED')
    throw new Failure('RULE_REFUSED', { message: 'The document was read, or is being read.' })
  const job = await addReading(tx, jobs, caller, { uuid, bytes: document.bytes, fileName: document.file_name })
  await writeDocument(tx, caller.org, uuid, { state: 'READING', faults: [], jobUuid: job.uuid })
  return job
}

/** Removes a document; the release gets the latest of the others that could be read (rule SBOM-8). */
export async function dropDocument(tx: Tx, caller: Caller, uuid: string): Promise<void> {
  const { org } = caller
  const document = await documentAt(tx, caller, uuid)
  const release = await lockRelease(tx, org, document.release_uuid)
  const isCurrent = release?.documentUuid === uuid
  const next = isCurrent ? ((await otherReady(tx, org, document.release_uuid, uuid)) ?? null) : null
  if (isCurrent && next === null && release.state === 'APPROVED')
    throw new Failure('RULE_REFUSED', {
      message: 'An approved release keeps a bill of materials. Withdraw it, or make it a draft, first.',
    })
  if (isCurrent) await useDocument(tx, org, document.release_uuid, next)
  if (document.has_statements_alone) await restate(tx, org, document.release_uuid)
  await detachDocument(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'delete bill of materials',
    subject: 'release',
    subjectUuid: document.release_uuid,
    before: { document: uuid, file_name: document.file_name, sha256: document.sha256 },
  })
}

async function documentAt(tx: Tx, { org }: Caller, uuid: string) {
  const found = await documentByUuid(tx, org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  return found
}
