import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { dbcAssignments, dbcs, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { demoPeople } from './people.ts'

const fileName = 'fleet.dbc'
const by = demoPeople[0].name

/** Adds the demo organisation's signal library: the database with which the simulated fleet's bus is encoded. */
export async function seedDbc(db: AnyDatabase, org: Org): Promise<void> {
  const text = readFileSync(new URL(`../../../load-tests/fleet/${fileName}`, import.meta.url), 'utf8')
  const { dbc } = parseDbc(text)
  if (dbc === undefined) throw new Error(`${fileName} can't be read`)
  const [file] = await db
    .insert(dbcs)
    .values({ orgUuid: org.uuid, name: 'Carapace fleet', description: 'What the simulated fleet sends on can0.' })
    .returning({ uuid: dbcs.uuid })
  const [version] = await db
    .insert(dbcVersions)
    .values({
      orgUuid: org.uuid,
      dbcUuid: file!.uuid,
      version: 1,
      fileName,
      text,
      sha256: createHash('sha256').update(text).digest(),
      note: 'First version',
      uploadedBy: by,
      messages: dbc.messages.length,
      signals: dbc.messages.reduce((sum, { signals }) => sum + signals.length, 0),
    })
    .returning({ uuid: dbcVersions.uuid })
  await db
    .insert(dbcAssignments)
    .values({ orgUuid: org.uuid, model: '', bus: 'can0', versionUuid: version!.uuid, assignedBy: by })
}
