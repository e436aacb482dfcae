import type { z } from 'zod'
import type {
  Catalogue,
  CatalogueEntry,
  deleteCatalogueEntry,
  saveCatalogueEntry,
} from '@carapace/shared/catalogues/catalogue.contract'
import { changeEntry, mostOwnEntries } from '@carapace/shared/catalogues/entries'
import { shippedEntries, shippedEntry } from '@carapace/shared/catalogues/shipped'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Caller } from '../core/http/caller.ts'
import type { Database, Tx } from '../core/db.ts'
import {
  highestNumber,
  insertEntries,
  lockCatalogue,
  ownEntriesCalled,
  ownEntry,
  removeEntry,
  updateEntry,
} from './entries.queries.ts'

const prefixes = { damage: 'OWN-D-', threat: 'OWN-T-', attack: 'OWN-A-' } as const satisfies Record<Catalogue, string>

/** An entry as the organisation sees it (rule CATALOGUE-3). */
export async function entryNamed(db: Database | Tx, org: Org, uuid: string): Promise<CatalogueEntry | undefined> {
  return (await ownEntry(db, org, uuid)) ?? shippedEntry(uuid)
}

/** Entries of a catalogue by their codes, as the organisation sees them: its own first. */
export async function entriesCoded(
  db: Database | Tx,
  org: Org,
  catalogue: Catalogue,
  codes: readonly string[],
): Promise<Map<string, CatalogueEntry>> {
  const named = new Set(codes)
  const shipped = shippedEntries.filter((entry) => entry.catalogue === catalogue && named.has(entry.code))
  const own = await ownEntriesCalled(
    db,
    org,
    catalogue,
    codes,
    shipped.map(({ uuid }) => uuid),
  )
  return new Map([...shipped, ...own].map((entry) => [entry.code, entry]))
}

/** Adds, changes or retires an entry (rules CATALOGUE-2, CATALOGUE-3, CATALOGUE-5, CATALOGUE-6, CATALOGUE-7). */
export async function writeEntry(
  tx: Tx,
  caller: Caller,
  { uuid, revision, catalogue, ...input }: z.output<typeof saveCatalogueEntry.input>,
): Promise<CatalogueEntry> {
  const { org, user } = caller
  const own = await lockCatalogue(tx, org, catalogue)
  const before = uuid === undefined ? undefined : await entryAt(tx, org, uuid, revision)
  if (before && before.catalogue !== catalogue) throw new Failure('NOT_FOUND')
  const code =
    input.code ??
    before?.code ??
    `${prefixes[catalogue]}${(await highestNumber(tx, org, catalogue, prefixes[catalogue])) + 1}`
  const change = changeEntry(catalogue, before, { ...input, code })
  if (!change.ok) throw new Failure('INVALID_INPUT', { message: change.reason, errors: { ...change.errors } })
  if (change.value === undefined) return before!
  const twin = (await entriesCoded(tx, org, catalogue, [code])).get(code)
  if (twin && twin.uuid !== before?.uuid)
    throw new Failure('INVALID_INPUT', { errors: { code: `${code} is there already: ${twin.title}.` } })
  const isNew = before === undefined || before.revision === 0
  if (isNew) refuseMany(own + 1)
  const source = before
    ? { uuid: before.uuid, source: before.source, sourceId: before.source_id }
    : { source: '', sourceId: '' }
  const after = isNew
    ? (await insertEntries(tx, org, [{ ...change.value, ...source, catalogue }], user.uuid))[0]!
    : await updateEntry(tx, org, before, change.value, user.uuid)
  await audit(tx, org, byCaller(caller), {
    action: before ? 'change catalogue entry' : 'add catalogue entry',
    subject: 'catalogue entry',
    subjectUuid: after.uuid,
    before: before && recorded(before),
    after: recorded(after),
  })
  return after
}

/** Removes an own entry, or the organisation's change of a shipped entry (rule CATALOGUE-3). */
export async function dropEntry(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: z.output<typeof deleteCatalogueEntry.input>,
): Promise<void> {
  const { org } = caller
  const before = await entryAt(tx, org, uuid, revision)
  if (before.revision === 0)
    throw new Failure('RULE_REFUSED', { message: `${before.code} is shipped: it can be retired, not removed.` })
  await lockCatalogue(tx, org, before.catalogue)
  await entryAt(tx, org, uuid, revision)
  await removeEntry(tx, org, uuid)
  await audit(tx, org, byCaller(caller), {
    action: 'remove catalogue entry',
    subject: 'catalogue entry',
    subjectUuid: uuid,
    before: recorded(before),
  })
}

async function entryAt(tx: Tx, org: Org, uuid: string, revision: number | undefined): Promise<CatalogueEntry> {
  const entry = await entryNamed(tx, org, uuid)
  if (!entry) throw new Failure('NOT_FOUND')
  if (revision === undefined)
    throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
  if (entry.revision !== revision) throw new Failure('ROW_CHANGED')
  return entry
}

export function refuseMany(own: number): void {
  if (own > mostOwnEntries)
    throw new Failure('RULE_REFUSED', {
      message: `An organisation has at most ${mostOwnEntries.toLocaleString('en')} entries of its own in a catalogue.`,
    })
}

/** The state of an entry that the audit log stores. */
export function recorded({ catalogue, code, title, fields, is_retired }: CatalogueEntry) {
  return { catalogue, code, title, fields, is_retired }
}
