import { eq } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series.queries'
import type { ProgramRole } from '@carapace/shared/lifecycle/membership'
import type { LifecycleStatus, Phase } from '@carapace/shared/lifecycle/phases'
import { programMembers, programs } from '@carapace/shared/lifecycle/programs.table'
import type { demoPeople } from './demo-people.ts'

type Person = (typeof demoPeople)[number]['name']

interface DemoProgram {
  readonly name: string
  readonly description: string
  readonly status: LifecycleStatus
  readonly currentPhase: Phase
  readonly phaseStatuses: Partial<Record<Phase, LifecycleStatus>>
  readonly begunDaysAgo: number
  readonly changedHoursAgo: number
  readonly members: Partial<Record<Person, ProgramRole>>
}

/** What the demo's engineers work on: one program early in its life, one in the middle, one with vehicles on the road. */
const demoPrograms: readonly DemoProgram[] = [
  {
    name: 'EQX-24 platform', description: 'Electric SUV on the Fjord zonal 2 architecture: central gateway, drive control, telematics, phone as a key. UN R155 and R156.',
    status: 'IN_PROCESS', currentPhase: 'PRODUCT_DEVELOPMENT', phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCT_DEVELOPMENT: 'IN_PROCESS', PRODUCTION: 'CREATED' },
    begunDaysAgo: 212, changedHoursAgo: 3, members: { 'Jonas Lind': 'LEAD', 'Maya Rao': 'EDITOR', 'Aiko Kimura': 'READER', 'Sven Dahl': 'READER' },
  },
  {
    name: 'Tern Van telematics', description: 'Telematics unit of the delivery van, in the field since March: monitored by the SOC, updates over the air.',
    status: 'UNDER_REVIEW', currentPhase: 'INCIDENCE_RESPONCE',
    phaseStatuses: { CONCEPT: 'APPROVED', PRODUCT_DEVELOPMENT: 'APPROVED', PRODUCTION: 'COMPLETED', INCIDENCE_RESPONCE: 'UNDER_REVIEW' },
    begunDaysAgo: 641, changedHoursAgo: 26, members: { 'Jonas Lind': 'LEAD', 'Sven Dahl': 'READER' },
  },
  {
    name: 'Hauler T9 brake by wire', description: 'Brake control of the heavy truck without a mechanical fallback; the item is being cut out with the supplier.',
    status: 'CREATED', currentPhase: 'CONCEPT', phaseStatuses: { CONCEPT: 'IN_PROCESS' },
    begunDaysAgo: 19, changedHoursAgo: 71, members: { 'Maya Rao': 'LEAD', 'Jonas Lind': 'EDITOR' },
  },
]

const hourMs = 3_600_000

/** Gives the demo's organisation its programs. */
export async function seedPrograms(db: AnyDatabase, org: Org): Promise<void> {
  const people = new Map((await db.select({ name: users.name, uuid: users.uuid }).from(users).where(eq(users.orgUuid, org.uuid))).map(({ name, uuid }) => [name, uuid]))
  for (const { begunDaysAgo, changedHoursAgo, members, ...fields } of demoPrograms) {
    const times = { createdAt: new Date(Date.now() - begunDaysAgo * 24 * hourMs), updatedAt: new Date(Date.now() - changedHoursAgo * hourMs) }
    const [row] = await db.insert(programs).values({ ...fields, ...times, orgUuid: org.uuid }).returning({ uuid: programs.uuid })
    const places = Object.entries(members).map(([name, role]) => ({ programUuid: row!.uuid, userUuid: people.get(name)!, orgUuid: org.uuid, role }))
    await db.insert(programMembers).values(places)
  }
}
