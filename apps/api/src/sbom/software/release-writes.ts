import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { deleteRelease, Release, saveRelease, setReleaseState } from '@carapace/shared/sbom/releases.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import {
  countReleases,
  insertRelease,
  lockRelease,
  releaseByUuid,
  releaseOfVersion,
  type ReleaseRow,
  removeRelease,
  updateRelease,
} from './releases.queries.ts'
import { lockSoftware, softwareByUuid } from './software.queries.ts'

type Input = z.output<typeof saveRelease.input>

/** Adds or changes a release (rules SBOM-1, SBOM-3). */
export async function writeRelease(tx: Tx, caller: Caller, input: Input): Promise<Release> {
  const before = input.uuid === undefined ? undefined : await releaseAt(tx, caller, input.uuid, input.revision)
  const uuid = before ? await change(tx, caller, before, input) : await add(tx, caller, input)
  const after = (await releaseByUuid(tx, caller.org, uuid))!
  await audit(tx, caller.org, byCaller(caller), {
    action: before ? 'change release' : 'add release',
    subject: 'release',
    subjectUuid: uuid,
    before: before && { version: before.version, rxswin: before.rxswin, part_number: before.partNumber },
    after: { version: after.version, rxswin: after.rxswin, part_number: after.part_number },
  })
  return after
}

function fieldsOf(input: Input) {
  return {
    ...(input.version !== undefined && { version: input.version }),
    ...(input.rxswin !== undefined && { rxswin: input.rxswin }),
    ...(input.part_number !== undefined && { partNumber: input.part_number }),
    ...(input.hashes !== undefined && { hashes: input.hashes }),
    ...(input.released_at !== undefined && {
      releasedAt: input.released_at === null ? null : new Date(input.released_at),
    }),
    ...(input.note !== undefined && { note: input.note }),
  }
}

async function change(tx: Tx, { org }: Caller, before: ReleaseRow, input: Input): Promise<string> {
  if (input.software_uuid !== undefined && input.software_uuid !== before.softwareUuid)
    throw new Failure('INVALID_INPUT', { errors: { software_uuid: 'A release stays with its software.' } })
  if (before.state !== 'DRAFT' && input.version !== undefined && input.version !== before.version)
    throw new Failure('RULE_REFUSED', {
      message: 'The version of an approved release does not change. Make it a draft first.',
    })
  if (input.version !== undefined) {
    const twin = await releaseOfVersion(tx, org, before.softwareUuid, input.version)
    if (twin && twin.uuid !== before.uuid) throw takenVersion()
  }
  if (!(await updateRelease(tx, org, before, fieldsOf(input)))) throw new Failure('ROW_CHANGED')
  return before.uuid
}

async function add(tx: Tx, { org, user }: Caller, input: Input): Promise<string> {
  const { software_uuid: softwareUuid, version } = input
  if (softwareUuid === undefined)
    throw new Failure('INVALID_INPUT', { errors: { software_uuid: 'State the software that it is a version of.' } })
  if (version === undefined) throw new Failure('INVALID_INPUT', { errors: { version: 'A release needs a version.' } })
  await lockSoftware(tx, org)
  if (!(await softwareByUuid(tx, org, softwareUuid))) throw new Failure('NOT_FOUND')
  if (await releaseOfVersion(tx, org, softwareUuid, version)) throw takenVersion()
  if ((await countReleases(tx, org, softwareUuid)) >= sbomLimits.releasesOfOne)
    throw new Failure('RULE_REFUSED', { message: `A software has at most ${sbomLimits.releasesOfOne} releases.` })
  return insertRelease(tx, org, { ...fieldsOf(input), version, softwareUuid, createdByUuid: user.uuid })
}

const takenVersion = () =>
  new Failure('INVALID_INPUT', { errors: { version: 'The software has a release of this version already.' } })

/** Approves or withdraws a release, or makes it a draft again (rule SBOM-4). */
export async function moveRelease(
  tx: Tx,
  caller: Caller,
  { uuid, revision, state }: z.output<typeof setReleaseState.input>,
): Promise<Release> {
  const { org, user } = caller
  const before = await releaseAt(tx, caller, uuid, revision)
  if (state === 'APPROVED' && before.documentUuid === null)
    throw new Failure('RULE_REFUSED', { message: 'Add a bill of materials before you approve the release.' })
  if (state === 'WITHDRAWN' && before.state === 'DRAFT')
    throw new Failure('RULE_REFUSED', { message: 'Only an approved release is withdrawn. Delete a draft instead.' })
  if (before.state === state) return (await releaseByUuid(tx, org, uuid))!
  const approval =
    state === 'APPROVED'
      ? { approvedByUuid: user.uuid, approvedAt: new Date() }
      : state === 'DRAFT'
        ? { approvedByUuid: null, approvedAt: null }
        : {}
  if (!(await updateRelease(tx, org, before, { state, ...approval }))) throw new Failure('ROW_CHANGED')
  await audit(tx, org, byCaller(caller), {
    action: { APPROVED: 'approve release', WITHDRAWN: 'withdraw release', DRAFT: 'reopen release' }[state],
    subject: 'release',
    subjectUuid: uuid,
    before: { state: before.state },
    after: { state },
  })
  return (await releaseByUuid(tx, org, uuid))!
}

/** Deletes a release with its documents and all that was read from them (rule SBOM-8). */
export async function dropRelease(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: z.output<typeof deleteRelease.input>,
): Promise<void> {
  const { org } = caller
  const before = await releaseAt(tx, caller, uuid, revision)
  await removeRelease(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'delete release',
    subject: 'release',
    subjectUuid: uuid,
    before: { version: before.version, state: before.state },
  })
}

async function releaseAt(tx: Tx, { org }: Caller, uuid: string, revision: number | undefined): Promise<ReleaseRow> {
  const found = await lockRelease(tx, org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  if (revision === undefined)
    throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
  if (found.revision !== revision) throw new Failure('ROW_CHANGED')
  return found
}
