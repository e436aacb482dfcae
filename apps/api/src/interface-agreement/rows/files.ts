import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { uploadAgreementFile } from '@carapace/shared/interface-agreement/row-details.contract'
import { inParts } from '../../core/byte-parts.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { agreedRow, seesContent } from './agreed-rows.ts'
import { insertLogEntry } from '../agreements.queries.ts'
import { audited } from '../audited.ts'
import {
  abandonFile,
  fileNamed,
  type FileRecord,
  finishFile,
  insertFile,
  insertPart,
  markRemoved,
  partsOf,
  storedBytes,
} from './files.queries.ts'
import type { Party } from '../party.ts'
import { agreementOf, lockAgreement } from '../party.queries.ts'
import { refuseMoreIn } from './row-limits.queries.ts'

type Upload = z.output<typeof uploadAgreementFile.input>

/**
 * Stores a file of a row while it arrives: its place is reserved first, and it is shown once all of it is there (rule
 * AGREEMENT-30).
 *
 * @param length the bytes as they are stated; undefined: not stated, the most is reserved
 */
export async function storeFile(
  db: Database,
  caller: Caller,
  party: Party,
  input: Upload,
  length: number | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<FileRecord> {
  const uuid = await db.transaction((tx) => reserve(tx, party, input, length ?? agreementLimits.fileBytes))
  try {
    const arrived = await storeParts(db, party, uuid, body)
    return await db.transaction(async (tx) => {
      agreedRow(await lockAgreement(tx, party), party, input.row)
      const file = await finishFile(tx, party, uuid, arrived)
      await record(tx, caller, party, 'file-added', file)
      return file
    })
  } catch (error) {
    await abandonFile(db, party, uuid)
    throw error
  }
}

async function reserve(tx: Tx, party: Party, input: Upload, bytes: number): Promise<string> {
  const { row, file_name: name, content_type: contentType } = input
  agreedRow(await lockAgreement(tx, party), party, row)
  await refuseMoreIn(tx, party, row, 'files')
  const held = await storedBytes(tx, party.org)
  if (held.bytes + bytes > agreementLimits.orgBytes)
    throw new Failure('RULE_REFUSED', {
      message:
        `An organisation keeps at most ${agreementLimits.orgBytes / 1024 ** 3} GiB of files of interface agreements. ` +
        'Remove some that were not handed over.',
    })
  if (held.arriving >= agreementLimits.uploads)
    throw new Failure('TOO_MANY', {
      message: `Your organisation is uploading ${agreementLimits.uploads} files. Wait until one has arrived.`,
      retryAfter: 10,
    })
  return insertFile(tx, party, { row, name, contentType, bytes })
}

async function storeParts(db: Database, party: Party, uuid: string, body: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let [part, bytes] = [0, 0]
  for await (const piece of inParts(body)) {
    hash.update(piece)
    await insertPart(db, party, uuid, part++, piece)
    bytes += piece.length
  }
  if (bytes === 0) throw new Failure('INVALID_INPUT', { message: 'The file is empty.' })
  return { bytes, sha256: new Uint8Array(hash.digest()) }
}

/**
 * A file of either side that the caller may see.
 *
 * @throws {Failure} NOT_FOUND when it was removed, or the level of its row keeps it from the caller (rule AGREEMENT-9)
 */
export async function seenFile(db: Database, party: Party, uuid: string): Promise<FileRecord> {
  const file = await fileNamed(db, party, uuid)
  if (!file) throw new Failure('NOT_FOUND')
  const row = agreedRow(await agreementOf(db, party), party, file.row)
  if (!seesContent(row, file.side, party)) throw new Failure('NOT_FOUND')
  return file
}

/** The bytes of a file; each download is in the log before the first byte is sent (rule AGREEMENT-30). */
export async function* contentOf(db: Database, caller: Caller, party: Party, file: FileRecord) {
  await db.transaction((tx) => record(tx, caller, party, 'file-downloaded', file))
  yield* partsOf(db, party, file.uuid)
}

/** Removes a file of the own side: its bytes go, that it was there stays in the log (rule AGREEMENT-30). */
export async function dropFile(tx: Tx, caller: Caller, party: Party, uuid: string): Promise<void> {
  const file = await fileNamed(tx, party, uuid)
  if (!file || file.side !== party.side) throw new Failure('NOT_FOUND')
  if (file.deliveryUuid !== null)
    throw new Failure('RULE_REFUSED', { message: 'The file was handed over: what was handed over stays.' })
  await markRemoved(tx, party, uuid)
  await record(tx, caller, party, 'file-removed', file)
}

const actions = {
  'file-added': 'add agreement file',
  'file-downloaded': 'download agreement file',
  'file-removed': 'remove agreement file',
}

/** Writes to the log, and with the file's name, which is not for everybody there, to the organisation's audit log. */
async function record(
  tx: Tx,
  caller: Caller,
  party: Party,
  action: keyof typeof actions,
  file: FileRecord,
): Promise<void> {
  const { uuid, row, name, bytes } = file
  await insertLogEntry(tx, party, { row, action, detail: { file: uuid } })
  await audited({ tx, caller, party }, actions[action], { row, file: uuid, name, bytes })
}
