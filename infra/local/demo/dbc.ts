import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { canProfiles, dbcAssignments, dbcs, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import { deriveProfile } from '@carapace/shared/msoc/can/derive'
import { compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { demoPeople } from './people.ts'

const fileName = 'fleet.dbc'
const by = demoPeople[0].name

/** The database that the simulated fleet's traffic is encoded with. */
export function fleetDbcText(): string {
  return readFileSync(new URL(`../../../load-tests/fleet/${fileName}`, import.meta.url), 'utf8')
}

/** The profile is older than everything that the fleet sends. */
const activeForMs = 30 * 86_400_000

/**
 * Adds the demo organisation's signal library: the database with which the simulated fleet's bus is encoded, and the
 * profile that follows from it, so that the buses are watched from their first frame on.
 */
export async function seedDbc(db: AnyDatabase, org: Org): Promise<void> {
  const text = fleetDbcText()
  const { dbc } = parseDbc(text)
  if (dbc === undefined) throw new Error(`${fileName} can't be read`)
  const [file] = await db
    .insert(dbcs)
    .values({ orgUuid: org.uuid, name: 'Nordhaven vehicle bus', description: 'Powertrain and body bus can0.' })
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
  const activatedAt = new Date(Date.now() - activeForMs)
  await db
    .insert(canProfiles)
    .values({
      orgUuid: org.uuid,
      model: '',
      bus: 'can0',
      version: 1,
      state: 'ACTIVE',
      origin: 'DBC',
      profile: deriveProfile(compileDbc(dbc)),
      dbcVersionUuid: version!.uuid,
      note: 'From the signal library',
      createdBy: by,
      createdAt: activatedAt,
      activatedBy: by,
      activatedAt,
    })
}
