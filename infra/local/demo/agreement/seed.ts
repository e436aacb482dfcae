import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { createOrganisation } from '@carapace/shared/account/provision.queries'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import {
  agreementComments,
  agreementDeliveries,
  agreementDrafts,
  agreementEvents,
  agreementFileParts,
  agreementFiles,
  agreementLog,
  agreementNotes,
  agreementParties,
  agreements,
  agreementSteps,
  agreementTeam,
  agreementVersions,
} from '@carapace/shared/interface-agreement/agreements.table'
import { contentOf } from '@carapace/shared/interface-agreement/content'
import { afterStep, begun, figuresOf, type Negotiation, stored } from '@carapace/shared/interface-agreement/negotiation'
import type { Side } from '@carapace/shared/interface-agreement/row'
import { sealed, type SealedVersion } from '@carapace/shared/interface-agreement/seals'
import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import { demoComments, demoDeliveries, demoDrafts, demoEvents, demoNotes } from './exchange.ts'
import { demoCover, demoGlossary, demoTeam } from './pages.ts'
import { demoStory, type Taken } from './story.ts'

const dayMs = 86_400_000
const title = 'VCU and inverter'
const supplier = {
  name: 'Kestrel ECU Systems',
  people: [
    { name: 'Chiara Bruni', email: 'chiara.bruni@kestrel.example', role: 'ADMIN' },
    { name: 'Tomas Weiss', email: 'tomas.weiss@kestrel.example', role: 'ENGINEER' },
  ],
} as const

interface Person {
  readonly uuid: string
  readonly org: OrgUuid
  readonly side: Side
  readonly name: string
}

/** An agreement of the demo organisation with a supplier, which is an organisation of its own: in its third round. */
export async function seedAgreement(db: AnyDatabase, customer: Org, passwordHash: string): Promise<void> {
  const other = await createOrganisation(db, {
    name: supplier.name,
    modules: ['CYBERSEC_INTERFACE_AGREEMENT', 'LIFECYCLE_CONCEPT_PHASE', 'LIFECYCLE_SBOM'],
  })
  await db.insert(users).values(supplier.people.map((person) => ({ ...person, orgUuid: other.uuid, passwordHash })))
  const people = new Map([...(await peopleOf(db, customer, 'customer')), ...(await peopleOf(db, other, 'supplier'))])
  const now = new Date()
  const { steps, signings } = demoStory(now)
  const states = negotiations(steps)
  const parties = [
    { side: 'customer' as const, name: 'Nordhaven Mobility' },
    { side: 'supplier' as const, name: supplier.name },
  ]
  const pages = { number: 1, title, cover: demoCover(now), glossary: demoGlossary, parties }
  const team = demoTeam.map(({ side, name, role, isSignatory = false }) => ({
    side,
    name,
    role,
    is_signatory: isSignatory,
  }))
  const versions: SealedVersion[] = []
  for (const { at, daysAgo } of signings)
    versions.push(
      await sealed(
        versions,
        contentOf({ ...pages, team, negotiation: states[at]! }),
        signatories.map(({ side, name, role }, index) => ({
          side,
          name,
          role,
          proof: index === 0 ? ('password' as const) : ('second-factor' as const),
          at: ago(now, daysAgo, index).toISOString(),
        })),
      ),
    )
  const negotiation = states.at(-1)!
  const [row] = await db
    .insert(agreements)
    .values({
      orgUuid: customer.uuid,
      number: 1,
      side: 'customer',
      title,
      cover: pages.cover,
      glossary: [...pages.glossary],
      negotiation: stored(negotiation),
      figures: figuresOf(negotiation),
      seq: steps.length,
      sentAt: ago(now, 95),
      createdBy: 'Jonas Lind',
      createdByUuid: people.get('Jonas Lind')!.uuid,
      createdAt: ago(now, 98),
      changedAt: ago(now, 3),
    })
    .returning({ uuid: agreements.uuid })
  const seed = { db, agreementUuid: row!.uuid, people, now }
  await seedParties(seed, customer, other)
  await seedSteps(seed, steps)
  await seedVersions(seed, versions, signings)
  await seedExchange(seed)
}

const signatories = demoTeam.filter(({ isSignatory }) => isSignatory)

const ago = (now: Date, days: number, minutes = 0) => new Date(now.getTime() - days * dayMs + minutes * 3_600_000)

async function peopleOf(db: AnyDatabase, org: Org, side: Side): Promise<(readonly [string, Person])[]> {
  const rows = await db.select({ uuid: users.uuid, name: users.name }).from(users).where(eq(users.orgUuid, org.uuid))
  return rows.map(({ uuid, name }) => [name, { uuid, name, side, org: org.uuid }])
}

/** The negotiation before the first step and after each one. */
function negotiations(steps: readonly Taken[]): Negotiation[] {
  const states = [begun(agreementTemplate)]
  for (const { step } of steps) {
    const after = afterStep(states.at(-1)!, step)
    if (!after.ok) throw new Error(`The demo's step ${JSON.stringify(step)} is not possible: ${after.reason}`)
    states.push(after.value)
  }
  return states
}

interface Seed {
  readonly db: AnyDatabase
  readonly agreementUuid: string
  readonly people: ReadonlyMap<string, Person>
  readonly now: Date
}

/** The columns that say who wrote a row. */
function writer({ agreementUuid, people }: Seed, name: string) {
  const { uuid, org, side } = people.get(name)!
  return { agreementUuid, orgUuid: org, side, uuid, name }
}

async function seedParties(seed: Seed, customer: Org, other: Org): Promise<void> {
  const { db, agreementUuid, people, now } = seed
  const [program] = await db
    .select({ uuid: programs.uuid })
    .from(programs)
    .where(and(eq(programs.orgUuid, customer.uuid), eq(programs.name, 'EQX-24 platform')))
  await db.insert(agreementParties).values([
    { agreementUuid, side: 'customer', orgUuid: customer.uuid, programUuid: program!.uuid, joinedAt: ago(now, 98) },
    { agreementUuid, side: 'supplier', orgUuid: other.uuid, programUuid: null, joinedAt: ago(now, 93) },
  ])
  await db
    .insert(agreementTeam)
    .values(
      demoTeam.map(({ side, name, role, email, phone = '', access, rows = [], isSignatory = false }) => ({
        agreementUuid,
        orgUuid: side === 'customer' ? customer.uuid : other.uuid,
        side,
        userUuid: people.get(name)?.uuid ?? null,
        name,
        role,
        email,
        phone,
        access,
        rows: [...rows],
        isSignatory,
      })),
    )
}

async function seedSteps(seed: Seed, steps: readonly Taken[]): Promise<void> {
  const created = writer(seed, 'Jonas Lind')
  await seed.db
    .insert(agreementLog)
    .values({ ...logged(created), at: ago(seed.now, 98), action: 'created', detail: { rows: agreementTemplate } })
  await seed.db.insert(agreementSteps).values(
    steps.map(({ by, daysAgo, step }, index) => {
      const { agreementUuid, orgUuid, side, uuid, name } = writer(seed, by)
      return {
        agreementUuid,
        seq: index + 1,
        orgUuid,
        side,
        actor: name,
        actorUuid: uuid,
        at: new Date(ago(seed.now, daysAgo).getTime() + index * 20_000),
        row: 'row' in step ? step.row : null,
        step,
      }
    }),
  )
}

const logged = ({ agreementUuid, orgUuid, side, uuid, name }: ReturnType<typeof writer>) => ({
  agreementUuid,
  orgUuid,
  side,
  actor: name,
  actorUuid: uuid,
})

async function seedVersions(
  seed: Seed,
  versions: readonly SealedVersion[],
  signings: ReturnType<typeof demoStory>['signings'],
): Promise<void> {
  for (const [index, { number, content, signatures, hash }] of versions.entries()) {
    const { at: seq, daysAgo } = signings[index]!
    const last = writer(seed, signatures.at(-1)!.name)
    const at = ago(seed.now, daysAgo, signatures.length)
    await seed.db
      .insert(agreementVersions)
      .values({
        agreementUuid: seed.agreementUuid,
        number,
        orgUuid: last.orgUuid,
        seq,
        content,
        signatures: [...signatures],
        hash,
        at,
      })
    await seed.db
      .insert(agreementLog)
      .values([
        ...signatures.map(({ name, role, proof, at: signedAt }) => ({
          ...logged(writer(seed, name)),
          at: new Date(signedAt),
          action: 'signed',
          detail: { note: role, proof },
        })),
        { ...logged(last), at, action: 'version-sealed', detail: { version: number, hash } },
      ])
  }
}

async function seedExchange(seed: Seed): Promise<void> {
  const { db, now } = seed
  for (const delivery of demoDeliveries) await seedDelivery(seed, delivery)
  await db.insert(agreementComments).values(
    demoComments.map(({ row, by, daysAgo, text }) => {
      const { agreementUuid, orgUuid, side, uuid, name } = writer(seed, by)
      return { agreementUuid, orgUuid, side, row, text, author: name, authorUuid: uuid, at: ago(now, daysAgo) }
    }),
  )
  await db.insert(agreementNotes).values(
    demoNotes.map(({ row, by, daysAgo, text }) => {
      const { agreementUuid, orgUuid, uuid, name } = writer(seed, by)
      return { agreementUuid, orgUuid, row, text, author: name, authorUuid: uuid, at: ago(now, daysAgo) }
    }),
  )
  await db.insert(agreementEvents).values(
    demoEvents.map(({ row, by, daysAgo, reason }) => {
      const { agreementUuid, orgUuid, side, uuid, name } = writer(seed, by)
      const day = ago(now, daysAgo).toISOString().slice(0, 10)
      return { agreementUuid, orgUuid, side, row, day, reason, author: name, authorUuid: uuid, at: ago(now, daysAgo) }
    }),
  )
  await db.insert(agreementDrafts).values(
    demoDrafts.map(({ row, field, value }) => {
      const { agreementUuid, orgUuid, uuid, name } = writer(seed, 'Jonas Lind')
      return { agreementUuid, orgUuid, row, field, value, author: name, authorUuid: uuid, at: ago(now, 1) }
    }),
  )
}

async function seedDelivery(seed: Seed, delivery: (typeof demoDeliveries)[number]): Promise<void> {
  const { db, now } = seed
  const { row, by, daysAgo, kind, version, note = '', file, receipt, returned } = delivery
  const { agreementUuid, orgUuid, side, uuid, name } = writer(seed, by)
  const at = ago(now, daysAgo)
  const [stored] = await db
    .insert(agreementDeliveries)
    .values({
      agreementUuid,
      orgUuid,
      side,
      row,
      kind,
      version,
      note,
      evidence: [],
      author: name,
      authorUuid: uuid,
      at,
      ...(receipt && {
        receipt: returned === undefined ? 'received' : 'returned',
        receiptReason: returned ?? '',
        receiver: receipt.by,
        receiverUuid: seed.people.get(receipt.by)!.uuid,
        receivedAt: ago(now, receipt.daysAgo),
      }),
    })
    .returning({ uuid: agreementDeliveries.uuid })
  await db
    .insert(agreementLog)
    .values({ ...logged(writer(seed, by)), row, at, action: 'delivered', detail: { delivery: stored!.uuid, kind } })
  if (!file) return
  const bytes = new TextEncoder().encode(file.text)
  const [kept] = await db
    .insert(agreementFiles)
    .values({
      agreementUuid,
      orgUuid,
      side,
      row,
      deliveryUuid: stored!.uuid,
      name: file.name,
      contentType: file.name.endsWith('.csv') ? 'text/csv' : 'text/plain',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      author: name,
      authorUuid: uuid,
      at,
    })
    .returning({ uuid: agreementFiles.uuid })
  await db.insert(agreementFileParts).values({ fileUuid: kept!.uuid, part: 0, orgUuid, bytes })
}
