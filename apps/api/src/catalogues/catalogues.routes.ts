import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import {
  type Catalogue,
  type CatalogueEntry,
  deleteCatalogueEntry,
  exportCatalogue,
  getCatalogue,
  getCatalogueEntry,
  importCatalogue,
  saveCatalogueEntry,
} from '@carapace/shared/catalogues/catalogue.contract'
import { byCode, matchesFilter, mergedEntries } from '@carapace/shared/catalogues/entries'
import { cellsOf, columnsOf } from '@carapace/shared/catalogues/entry-table'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type Cell, csvText } from '../core/documents/csv.ts'
import type { Database } from '../core/db.ts'
import type { Jobs } from '../core/jobs/jobs.ts'
import { serve } from '../core/http/serve.ts'
import { withFile } from '../core/spool.ts'
import { ownEntries } from './entries.queries.ts'
import { readEntryFile } from './entry-file.ts'
import { entryImportKind, lookThrough, refuseOverfull, titleOf } from './entry-import.ts'
import { dropEntry, entryNamed, writeEntry } from './entry-writes.ts'

const mostRefusedShown = 100
const sampled = 10

/** All entries of some catalogues that an organisation sees, with retired entries. */
export async function entriesOf(db: Database, org: Org, catalogues: readonly Catalogue[]): Promise<CatalogueEntry[]> {
  return mergedEntries(await ownEntries(db, org, catalogues), catalogues)
}

/** The catalogues over HTTP (rules CATALOGUE-1 to CATALOGUE-11 of packages/shared/src/catalogues/SPEC.md). */
export async function catalogueRoutes(app: FastifyInstance, { db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  serve(app, getCatalogue).with(async ({ input: { catalogue, after, limit, ...filter }, caller }) => {
    const matching = (await entriesOf(db, caller.org, [catalogue])).filter((entry) => matchesFilter(entry, filter))
    const later = after === undefined ? matching : matching.filter((entry) => byCode(entry, placeOf(after)) > 0)
    const last = later.length > limit ? later[limit - 1]! : undefined
    return {
      success: true,
      entries: later.slice(0, limit),
      total: matching.length,
      next: last ? `${last.code}|${last.uuid}` : null,
    }
  })

  serve(app, getCatalogueEntry).with(async ({ input: { uuid }, caller }) => {
    const entry = await entryNamed(db, caller.org, uuid)
    if (!entry) throw new Failure('NOT_FOUND')
    return { success: true, entry }
  })

  serve(app, saveCatalogueEntry).with(async ({ input, caller }) => ({
    success: true,
    entry: await db.transaction((tx) => writeEntry(tx, caller, input)),
  }))

  serve(app, deleteCatalogueEntry).with(async ({ input, caller }) => {
    await db.transaction((tx) => dropEntry(tx, caller, input))
    return { success: true }
  })

  serve(app, importCatalogue).with(async ({ input: { catalogue, form, dry_run: dryRun }, caller, body }) => {
    const { org } = caller
    const { rows, refused } = await withFile(body, (path) => readEntryFile(catalogue, form, createReadStream(path)))
    const { refused: wrong, ...counts } = await lookThrough(db, org, catalogue, rows)
    const all = [...refused, ...wrong].sort((a, b) => a.row - b.row)
    const unsound = new Set(wrong.map(({ row }) => row))
    const sound = { catalogue, rows: rows.filter(({ row }) => !unsound.has(row)) }
    const result = {
      success: true as const,
      rows: rows.length + refused.length,
      ...counts,
      refused: all.slice(0, mostRefusedShown),
      refused_total: all.length,
      sample: sound.rows.slice(0, sampled).map(({ code, title = '' }) => ({ code, title })),
    }
    await refuseOverfull(db, org, catalogue, counts.made)
    if (dryRun || counts.made + counts.changed === 0) return { ...result, job: null }
    const job = await db.transaction((tx) =>
      jobs.add(tx, caller, { kind: entryImportKind, title: titleOf(sound), total: sound.rows.length, input: sound }),
    )
    jobs.wake(org)
    return { ...result, job }
  })

  serve(app, exportCatalogue).streams(async ({ input: { catalogue }, caller }) => ({
    fileName: `carapace-${catalogue}-catalogue.csv`,
    content: csvText(columnsOf(catalogue), pagesOf(await entriesOf(db, caller.org, [catalogue]))),
  }))
}

/** The cursor of the last page: a code, and the uuid that distinguishes entries with the same code. */
function placeOf(after: string): { code: string; uuid: string } {
  const at = after.lastIndexOf('|')
  return { code: after.slice(0, Math.max(0, at)), uuid: after.slice(at + 1) }
}

async function* pagesOf(entries: readonly CatalogueEntry[]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < entries.length; at += 500) yield entries.slice(at, at + 500).map(cellsOf)
}
