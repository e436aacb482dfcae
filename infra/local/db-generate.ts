import './node-24.ts'

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

// Writes the migration from the current database schema to the *.table.ts files: npm run db:generate -- --name ...
// drizzle-kit compares only with the newest snapshot, and a snapshot is 200 KB: the older ones are removed.
const infra = resolve(import.meta.dirname, '..')
const drizzleKit = dirname(createRequire(import.meta.url).resolve('drizzle-kit'))
const { bin } = JSON.parse(readFileSync(join(drizzleKit, 'package.json'), 'utf8')) as { bin: Record<string, string> }
const { status } = spawnSync(
  process.execPath,
  [join(drizzleKit, bin['drizzle-kit']!), 'generate', ...process.argv.slice(2)],
  { cwd: infra, stdio: 'inherit' },
)

const meta = join(infra, 'migrations', 'meta')
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'))
for (const older of snapshots.sort().slice(0, -1)) rmSync(join(meta, older))
process.exitCode = status ?? 1
