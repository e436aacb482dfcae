import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { deleteSoftware, saveSoftware, Software } from '@carapace/shared/sbom/software.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { programsSeenAmong } from '../../graph/programs/programs.queries.ts'
import {
  insertSoftware,
  lockSoftware,
  removeSoftware,
  softwareByUuid,
  takenNames,
  updateSoftware,
} from './software.queries.ts'

type Input = z.output<typeof saveSoftware.input>

/** Adds or changes a software (rules SBOM-1, SBOM-2). */
export async function writeSoftware(tx: Tx, caller: Caller, input: Input): Promise<Software> {
  const { org, user } = caller
  const { count, highest } = await lockSoftware(tx, org)
  const before = input.uuid === undefined ? undefined : await softwareAt(tx, caller, input.uuid, input.revision)
  const fields = { ...merged(before, input), programUuid: await programOf(tx, caller, before, input) }
  await refuseTaken(tx, caller, input.uuid, fields)
  if (before) {
    if (!(await updateSoftware(tx, org, before, fields))) throw new Failure('ROW_CHANGED')
  } else if (count >= sbomLimits.software)
    throw new Failure('RULE_REFUSED', {
      message: `An organisation has at most ${sbomLimits.software.toLocaleString('en')} software. Delete some first.`,
    })
  const uuid =
    before?.uuid ?? (await insertSoftware(tx, org, { ...fields, number: highest + 1, createdByUuid: user.uuid }))
  const after = (await softwareByUuid(tx, org, uuid))!
  await audit(tx, org, byCaller(caller), {
    action: before ? 'change software' : 'add software',
    subject: 'software',
    subjectUuid: uuid,
    before: before && recorded(before),
    after: recorded(after),
  })
  return after
}

function merged(before: Software | undefined, input: Input) {
  const name = input.name ?? before?.name
  if (name === undefined) throw new Failure('INVALID_INPUT', { errors: { name: 'A software needs a name.' } })
  return {
    name,
    kind: input.kind ?? before?.kind ?? ('ecu-image' as const),
    ecu: input.ecu ?? before?.ecu ?? '',
    reportedAs: input.reported_as ?? before?.reported_as ?? '',
    supplier: input.supplier ?? before?.supplier ?? '',
    description: input.description ?? before?.description ?? '',
  }
}

/** The program that the software then belongs to: one that the caller does not see stays as it is (rule SBOM-9). */
async function programOf(tx: Tx, caller: Caller, before: Software | undefined, input: Input): Promise<string | null> {
  const { program_uuid: wanted } = input
  const current = before?.program_uuid ?? null
  if (wanted === undefined || wanted === current) return current
  const isHidden = current !== null && (await programsSeenAmong(tx, caller.org, caller.user, [current])).length === 0
  if (wanted === null) return isHidden ? current : null
  await seeProgram(tx, caller, wanted)
  if (isHidden)
    throw new Failure('RULE_REFUSED', { message: 'The software belongs to a program that you are not a member of.' })
  return wanted
}

async function refuseTaken(
  tx: Tx,
  { org }: Caller,
  uuid: string | undefined,
  { name, reportedAs }: { name: string; reportedAs: string },
): Promise<void> {
  const taken = await takenNames(tx, org, { uuid, name, reportedAs })
  if (taken.name) throw new Failure('INVALID_INPUT', { errors: { name: 'Another software has this name.' } })
  if (taken.reportedAs)
    throw new Failure('INVALID_INPUT', { errors: { reported_as: 'Vehicles report another software by this name.' } })
}

/** Deletes a software with all that it has (rule SBOM-8). Returns how many releases it had. */
export async function dropSoftware(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: z.output<typeof deleteSoftware.input>,
): Promise<number> {
  const { org } = caller
  await lockSoftware(tx, org)
  const before = await softwareAt(tx, caller, uuid, revision)
  await removeSoftware(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'delete software',
    subject: 'software',
    subjectUuid: uuid,
    before: recorded(before),
  })
  return before.releases
}

async function softwareAt(tx: Tx, { org }: Caller, uuid: string, revision: number | undefined): Promise<Software> {
  const found = await softwareByUuid(tx, org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  if (revision === undefined)
    throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
  if (found.revision !== revision) throw new Failure('ROW_CHANGED')
  return found
}

/** The state of a software that the audit log stores. */
function recorded({ code, name, kind, ecu, reported_as, supplier, description, program_uuid }: Software) {
  return { code, name, kind, ecu, reported_as, supplier, description, program_uuid }
}
