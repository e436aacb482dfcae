import type { Installation, Organisation } from '../../support/installation.ts'

/** An alert as the tests compute with it: times are epoch ms. */
export interface Generated {
  readonly n: number
  readonly severity: number
  readonly rule: string
  readonly vehicle: string
  readonly owner: string | null
  readonly firstSeen: number
  readonly raisedAt: number
  readonly acknowledgedAt: number | null
  readonly closedAt: number | null
  readonly resolution: string | null
  readonly overdueAt: number | null
  readonly count: number
  readonly isSuppressed: boolean
  /** It was not closed, but merged at that time. */
  readonly isMerged: boolean
}

const resolutions = ['FALSE_POSITIVE', 'TRUE_POSITIVE_WITH_IMPACT', 'LEGITIMATE', 'UNKNOWN']
const minute = 60_000
const hour = 60 * minute

/** Numbers from 0 to 1, the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Stores alerts of the last `days` days in the organisation, of ten vehicles and six rules. */
export async function generateAlerts(
  site: Installation,
  { org, members }: Organisation,
  count: number,
  days = 10,
): Promise<Generated[]> {
  const random = numbersFrom(7)
  const now = Date.now()
  const owners = [null, members.ADMIN.uuid, members.ANALYST.uuid]
  const made = Array.from({ length: count }, (_, n): Generated => {
    const raisedAt = Math.round(now - random() * days * 24 * hour)
    const acknowledgedAt = random() < 0.6 ? Math.round(raisedAt + random() * 2 * hour) : null
    const closedAt = random() < 0.5 ? Math.round(raisedAt + random() * 30 * hour) : null
    const isClosed = closedAt !== null && closedAt < now
    const isMerged = isClosed && n % 7 === 0
    return {
      n,
      severity: Math.floor(random() * 5),
      rule: `rule-${Math.floor(random() * 6)}`,
      vehicle: `GENERATED${Math.floor(random() * 10)}`,
      owner: owners[Math.floor(random() * 3)]!,
      // some are delayed by more than the 5 minutes that count, some are ahead of the server's clock
      firstSeen: Math.round(raisedAt - random() * 8 * minute + minute),
      raisedAt,
      acknowledgedAt,
      closedAt: isClosed ? closedAt : null,
      resolution: isClosed && !isMerged ? resolutions[Math.floor(random() * 4)]! : null,
      overdueAt: random() < 0.2 ? raisedAt + 10 * minute : null,
      count: 1 + Math.floor(random() * 9),
      isSuppressed: random() < 0.1,
      isMerged,
    }
  })
  await store(site, org.uuid, org.id, members.ADMIN.uuid, made)
  return made
}

async function store(site: Installation, org: string, orgId: number, author: string, made: readonly Generated[]) {
  await site.sql`
    INSERT INTO vehicles (org_uuid, org_id, vin, model)
    SELECT ${org}, ${orgId}, 'GENERATED' || n, 'Model ' || n % 3 FROM generate_series(0, 9) n`
  const [step] = await site.sql<{ uuid: string }[]>`
    INSERT INTO alert_steps (org_uuid, kind, position, matchers, starts_at, reason, author_uuid, author)
    VALUES (${org}, 'silence', 1, '{}', now(), 'x', ${author}, 'x') RETURNING uuid`
  const statusOf = ({ closedAt, isMerged }: Generated) => (closedAt === null ? 'NEW' : isMerged ? 'MERGED' : 'CLOSED')
  const rows = JSON.stringify(made.map((alert) => ({ ...alert, status: statusOf(alert) })))
  await site.sql`
    INSERT INTO alerts
      (org_uuid, number, title, severity, source, rule, vehicle_id, dedup_key, count, first_seen, last_seen, status,
       resolution, acknowledged_at, owner_uuid, risk, raised_at, closed_at, suppressed_by, overdue_at)
    SELECT ${org}, a.n, 'Alert ' || a.n, a.severity, 'detector', a.rule, v.id, 'generated ' || a.n, a.count,
      to_timestamp(a."firstSeen" / 1000.0), to_timestamp(a."firstSeen" / 1000.0), a.status, a.resolution,
      to_timestamp(a."acknowledgedAt" / 1000.0), a.owner, 10, to_timestamp(a."raisedAt" / 1000.0),
      to_timestamp(a."closedAt" / 1000.0), CASE WHEN a."isSuppressed" THEN ${step!.uuid}::uuid END,
      to_timestamp(a."overdueAt" / 1000.0)
    FROM jsonb_to_recordset(${rows}::text::jsonb) AS a(n int, severity int, rule text, vehicle text, owner uuid,
      "firstSeen" float8, "raisedAt" float8, "acknowledgedAt" float8, "closedAt" float8, resolution text,
      "overdueAt" float8, count int, "isSuppressed" boolean, status text)
    JOIN vehicles v ON v.org_uuid = ${org} AND v.vin = a.vehicle`
}

/** The value below which a share of the numbers lies, with linear interpolation; null of none. */
export function percentile(numbers: readonly number[], share: number): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)]!
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place))
}
