import { sql } from 'drizzle-orm'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string }[]
}

const migrations = resolve(import.meta.dirname, '../../migrations')

/** Migrates an empty database up to a migration, as an earlier release did. */
async function migrateUpTo(db: PostgresJsDatabase, idx: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-migrations-'))
  try {
    cpSync(migrations, folder, { recursive: true })
    const file = join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.filter((entry) => entry.idx <= idx) }))
    await migrate(db, { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const result = { scenarios: { today: { risk: 3 } }, cal: 4 }

/** The rows of release 0.2.30 that later migrations move or change. */
async function fillRelease0230(db: PostgresJsDatabase): Promise<void> {
  await migrateUpTo(db, 12)
  await db.execute(sql`
    WITH org AS (INSERT INTO organisations (name) VALUES ('Alpha') RETURNING uuid),
      member AS (
        INSERT INTO users (org_uuid, email, name, role, password_hash)
        SELECT uuid, 'ada@alpha.example', 'Ada', 'ADMIN', 'x' FROM org RETURNING uuid
      ),
      method AS (
        INSERT INTO method_versions (org_uuid, name, version, content) SELECT uuid, 'Ours', 1, '{}' FROM org
        RETURNING uuid
      ),
      program AS (
        INSERT INTO programs (org_uuid, name, method_uuid)
        SELECT org.uuid, 'Tern', method.uuid FROM org, method RETURNING uuid
      ),
      threats AS (
        INSERT INTO artefacts (org_uuid, program_uuid, kind, number, title, status, fields, origin, seq)
        SELECT org.uuid, program.uuid, 'threat-scenario', n, 'Threat ' || n, 'CREATED', '{}', '{}', n
        FROM org, program, generate_series(1, 2) n RETURNING uuid, number
      ),
      rated AS (
        INSERT INTO assessments (threat_uuid, org_uuid, program_uuid, initial, today, target, result, seq)
        SELECT threats.uuid, org.uuid, program.uuid, 5, 3, 2, ${JSON.stringify(result)}::jsonb, 7
        FROM threats, org, program WHERE number = 1
      ),
      unrated AS (
        INSERT INTO assessments (threat_uuid, org_uuid, program_uuid, result, seq)
        SELECT threats.uuid, org.uuid, program.uuid, '{"cal": null}', 8 FROM threats, org, program WHERE number = 2
      ),
      alert AS (
        INSERT INTO alerts
          (org_uuid, number, seq, title, severity, source, rule, dedup_key, count, first_seen, last_seen)
        SELECT uuid, 1, 1, 'Flood of 0x000', 4, 'can', 'can-flood', 'k', 3, now(), now() FROM org
      )
    INSERT INTO saved_views (org_uuid, owner_uuid, page, name, search)
    SELECT org.uuid, member.uuid, page, page, '{}'
    FROM org, member, unnest(ARRAY['alerts', 'threat-analysis', 'item-definition', 'design-specification']) page`)
}

const database = await testDatabase(fillRelease0230)

test('assessments of release 0.2.30 become computed values with their figures', async () => {
  expect(
    await database.sql`
      SELECT c.kind, a.number, c.figures, c.value, c.graph_version
      FROM computed_values c JOIN artefacts a ON a.uuid = c.artefact_uuid ORDER BY a.number`,
  ).toEqual([
    {
      kind: 'assessment',
      number: 1,
      figures: { initial: 5, today: 3, target: 2, cal: 4, risk: 3 },
      value: result,
      graph_version: 7,
    },
    {
      kind: 'assessment',
      number: 2,
      figures: { initial: null, today: null, target: null, cal: null, risk: null },
      value: { cal: null },
      graph_version: 8,
    },
  ])
  expect(await database.sql`SELECT initial, today, target FROM assessments ORDER BY graph_version`).toEqual([
    { initial: 5, today: 3, target: 2 },
    { initial: null, today: null, target: null },
  ])
})

test('programs of release 0.2.30 keep their method, alerts stay, saved views get list paths', async () => {
  expect(
    await database.sql`SELECT p.name, m.name AS method
      FROM programs p JOIN method_versions m ON m.uuid = p.method_uuid`,
  ).toEqual([{ name: 'Tern', method: 'Ours' }])
  expect(await database.sql`SELECT title, count::int FROM alerts`).toEqual([{ title: 'Flood of 0x000', count: 3 }])
  expect((await database.sql`SELECT page FROM saved_views ORDER BY page`).map(({ page }) => page as string)).toEqual([
    '/org/lifecycle/projects/product-development/design-specification',
    '/org/lifecycle/projects/view/item-definition',
    '/org/lifecycle/projects/view/threat-analysis',
    '/org/msoc/dashboard/alert-management',
  ])
})
