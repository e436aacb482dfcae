import { createHash } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { captureLimits } from '@carapace/shared/msoc/can/captures'
import { formatOf, headBytes } from '@carapace/shared/msoc/capture/read'
import { inParts } from '../../core/byte-parts.ts'
import type { Database, Tx } from '../../core/db.ts'
import { bytesKept, countUploading, insertPart } from './captures.queries.ts'
import type { ReadInput } from './reading.ts'

/** @throws {Failure} RULE_REFUSED when the organisation's captures would take more bytes than allowed */
export async function refuseOverQuota(tx: Tx, org: Org, bytes: number): Promise<void> {
  if ((await bytesKept(tx, org)) + bytes > captureLimits.orgBytes) {
    throw new Failure('RULE_REFUSED', {
      message:
        `An organisation keeps at most ${captureLimits.orgBytes / 1024 ** 3} GiB of captures. ` +
        'Delete some of them first.',
    })
  }
}

/**
 * Refuses when the organisation already uploads the maximum number of files. Through the lock of `refuseOverQuota`, no
 * other transaction can begin an upload until this one ends.
 */
export async function refuseManyUploads(tx: Tx, org: Org): Promise<void> {
  if ((await countUploading(tx, org)) < captureLimits.uploads) return
  throw new Failure('TOO_MANY', {
    message: `Your organisation is uploading ${captureLimits.uploads} files. Wait until one has arrived.`,
    retryAfter: 30,
  })
}

/** Stores a file as it arrives, one MiB per row; without a stated format, the first bytes determine it. */
export async function storeFile(
  db: Database,
  org: Org,
  captureUuid: string,
  fileName: string,
  statedFormat: ReadInput['format'] | undefined,
  body: AsyncIterable<Uint8Array>,
) {
  const hash = createHash('sha256')
  let format = statedFormat
  let part = 0
  let bytes = 0
  for await (const piece of inParts(body)) {
    if (part === 0) format ??= formatOf(piece.subarray(0, headBytes), fileName)
    if (!format)
      throw new Failure('INVALID_INPUT', {
        errors: { format: 'No format that is read here begins like this file. Say which it is.' },
      })
    hash.update(piece)
    await insertPart(db, org, captureUuid, part, piece)
    part += 1
    bytes += piece.length
  }
  if (!format) throw new Failure('INVALID_INPUT', { message: 'The file is empty.' })
  return { format, bytes, sha256: new Uint8Array(hash.digest()) }
}
