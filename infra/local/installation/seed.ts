import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { importShipped } from '@carapace/api/src/vulnerability/advisories/shipped.ts'
import { organisations, users } from '@carapace/shared/account/account.table'
import { passwordHashing } from '@carapace/shared/account/password'
import { createKey, createOrganisation } from '@carapace/shared/account/provision.queries'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { geofences, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { fleetOf } from '../../../load-tests/fleet/vehicles/vehicles.ts'
import { insertDefaultPlans } from '../admin/plans.ts'
import { seedAgreement } from '../demo/agreement/seed.ts'
import { demoFleet } from '../demo/fleet.ts'
import { demoPeople } from '../demo/people.ts'
import { seedDbc } from '../demo/dbc.ts'
import { seedPrograms } from '../demo/programs.ts'

/** Values generated at the first start, kept in the data folder (mode 0600) so that later starts show the same. */
interface Seed {
  readonly ingestKey: string
  /** The organisation of this installation's own people; the demo has one of a supplier, too. */
  readonly organisation: string
  readonly demo: { readonly email: string; readonly password: string } | null
}

interface Options {
  readonly url: string
  readonly demo: boolean
  readonly dataDir: string
}

const demoDays = 12

/**
 * Makes sure that the installation has an organisation and an ingest key; in demo mode also a user to sign in as.
 */
export async function seedInstallation({ url, demo, dataDir }: Options): Promise<Seed> {
  const file = join(dataDir, 'seed.json')
  const client = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const db = drizzle(client)
    const [first] = await db
      .select({ uuid: organisations.uuid, id: organisations.id })
      .from(organisations)
      .orderBy(organisations.id)
      .limit(1)
    if (first && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Seed
    const org = first ?? (await createOrganisation(db, demo ? demoOrganisation() : { name: 'My organisation' }))
    await insertDefaultPlans(db)
    await importShipped(db)
    const { key } = await createKey(db, org, { name: 'First key', createdBy: 'npm start' })
    const seed: Seed = { ingestKey: key, organisation: org.uuid, demo: demo ? await seedDemo(db, org) : null }
    writeFileSync(file, JSON.stringify(seed, null, 2), { mode: 0o600 })
    return seed
  } finally {
    await client.end()
  }
}

function demoOrganisation() {
  return { name: 'Nordhaven Mobility', isDemoMode: true, licenceUntil: new Date(Date.now() + demoDays * 86_400_000) }
}

/** Registers the simulated fleet's vehicles: the ingest protocol reports their positions, not their models. */
async function registerFleet(db: AnyDatabase, org: Org): Promise<void> {
  const rows = fleetOf(demoFleet.seed, demoFleet.vehicles).map(({ vin, model, index }) => ({
    orgUuid: org.uuid,
    orgId: org.id,
    vin,
    name: `NM-${String(index + 1).padStart(3, '0')}`,
    model: model.name,
    platform: platforms[model.name],
    softwareVersion: softwareVersions[index % softwareVersions.length]!,
    registeredBy: 'person' as const,
  }))
  await db.insert(vehicles).values(rows).onConflictDoNothing()
}

/** The electrical architecture of each model. */
const platforms: Readonly<Record<string, string>> = {
  'EQX-24': 'Fjord zonal 2',
  'Halo 7': 'Fjord zonal 2',
  'Tern Van': 'Fjord domain 1',
  'Hauler T9': 'Skua heavy 3',
}
const softwareVersions = ['4.1.2', '4.1.2', '4.1.1', '4.0.7']

async function seedDemo(db: AnyDatabase, org: Org): Promise<Seed['demo']> {
  const password = `demo-${randomBytes(6).toString('base64url')}`
  const passwordHash = await hash(password, passwordHashing)
  await db
    .insert(users)
    .values(demoPeople.map((person) => ({ ...person, orgUuid: org.uuid, passwordHash })))
    .onConflictDoNothing()
  await db.update(organisations).set({ reportsEverySeconds: 30 }).where(eq(organisations.uuid, org.uuid))
  await registerFleet(db, org)
  await seedPrograms(db, org)
  await seedAgreement(db, org, passwordHash)
  await seedDbc(db, org)
  await db.insert(geofences).values({
    orgUuid: org.uuid,
    name: 'Stuttgart proving ground',
    severity: 'medium',
    polygon: [
      [9.05, 48.7],
      [9.3, 48.69],
      [9.32, 48.83],
      [9.2, 48.88],
      [9.06, 48.84],
    ],
  })
  return { email: demoPeople[0].email, password }
}
