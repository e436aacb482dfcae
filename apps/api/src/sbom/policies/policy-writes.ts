import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import { parseCpe } from '@carapace/shared/sbom/names/cpe'
import { readPurl } from '@carapace/shared/sbom/names/purl'
import type {
  ComponentAlias,
  deleteComponentAlias,
  saveComponentAlias,
  saveSoftwarePolicies,
  SoftwarePolicies,
} from '@carapace/shared/sbom/policies.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { lockComponents } from '../bom-documents/removing.queries.ts'
import { queueReleasesWith } from '../software/releases.queries.ts'
import { aliasByUuid, aliasTwin, countAliases, insertAlias, removeAlias, updateAlias } from './aliases.queries.ts'
import { renameComponents } from './aliasing.ts'
import { policiesOf, rescoreDocuments, writePolicies } from './policies.queries.ts'

/** Changes how licences and documents are judged (rule SBOM-40). */
export async function savePolicies(
  tx: Tx,
  caller: Caller,
  { revision, licences, quality }: z.output<typeof saveSoftwarePolicies.input>,
): Promise<SoftwarePolicies> {
  const { org, user } = caller
  const before = await policiesOf(tx, org)
  const fields = { licences: licences ?? before.licences, quality: quality ?? before.quality }
  if (!(await writePolicies(tx, org, revision, { ...fields, updatedBy: user.name }))) throw new Failure('ROW_CHANGED')
  if (fields.quality.profile !== before.quality.profile) await rescoreDocuments(tx, org, fields.quality.profile)
  await audit(tx, org, byCaller(caller), {
    action: 'change software policies',
    subject: 'software policies',
    before: { licences: before.licences, quality: before.quality },
    after: fields,
  })
  return policiesOf(tx, org)
}

interface Aliased {
  readonly alias: ComponentAlias
  readonly components: readonly number[]
}

/** Adds or changes an alias; the components of its name get other keys at once (rule SBOM-42). */
export async function writeAlias(
  tx: Tx,
  caller: Caller,
  { uuid, revision, ...input }: z.output<typeof saveComponentAlias.input>,
): Promise<Aliased> {
  const { org, user } = caller
  await lockComponents(tx, org, 'remove')
  refuseMeaningless(input)
  const before = uuid === undefined ? undefined : await aliasAt(tx, caller, uuid, revision)
  if (await aliasTwin(tx, org, { uuid, name: input.name, supplier: input.supplier }))
    throw new Failure('INVALID_INPUT', { errors: { name: 'There is an alias of this name and supplier already.' } })
  if (!before && (await countAliases(tx, org)) >= sbomLimits.aliases)
    throw new Failure('RULE_REFUSED', {
      message: `An organisation has at most ${sbomLimits.aliases.toLocaleString('en')} aliases.`,
    })
  const fields = { ...input, author: user.name }
  const alias = before ? await updateAlias(tx, org, before, fields) : await insertAlias(tx, org, fields)
  const components = await renameComponents(tx, org, [alias, ...(before ? [before] : [])])
  await queueReleasesWith(tx, org, components)
  await audit(tx, org, byCaller(caller), {
    action: before ? 'change component alias' : 'add component alias',
    subject: 'component alias',
    subjectUuid: alias.uuid,
    before,
    after: alias,
  })
  return { alias, components }
}

/** Removes an alias; the components of its name have the keys of their documents again. */
export async function dropAlias(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: z.output<typeof deleteComponentAlias.input>,
): Promise<readonly number[]> {
  const { org } = caller
  await lockComponents(tx, org, 'remove')
  const before = await aliasAt(tx, caller, uuid, revision)
  await removeAlias(tx, org, uuid)
  const components = await renameComponents(tx, org, [before])
  await queueReleasesWith(tx, org, components)
  await audit(tx, org, byCaller(caller), {
    action: 'remove component alias',
    subject: 'component alias',
    subjectUuid: uuid,
    before,
  })
  return components
}

function refuseMeaningless({ purl, cpe }: { readonly purl: string | null; readonly cpe: string | null }): void {
  if (!purl && !cpe) throw new Failure('INVALID_INPUT', { errors: { purl: 'State a purl, a CPE, or both.' } })
  const asPurl = purl ? readPurl(purl) : undefined
  if (asPurl && !asPurl.ok) throw new Failure('INVALID_INPUT', { errors: { purl: asPurl.reason } })
  const asCpe = cpe ? parseCpe(cpe) : undefined
  if (asCpe && !asCpe.ok) throw new Failure('INVALID_INPUT', { errors: { cpe: asCpe.reason } })
}

async function aliasAt(tx: Tx, { org }: Caller, uuid: string, revision: number | undefined): Promise<ComponentAlias> {
  const found = await aliasByUuid(tx, org, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  if (revision === undefined)
    throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
  if (found.revision !== revision) throw new Failure('ROW_CHANGED')
  return found
}
