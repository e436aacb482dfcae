import type { Sql } from 'postgres'

/**
 * Rules of an organisation for the measurement: what a fleet's analysts write over all services, none of which the
 * measured traffic matches, and most of which it does not even concern. Every signal of the measured CAN traffic is
 * read by some rule, so that no frame is left out.
 */
export const ruleCount = 500

const canIds = 40
const idOf = (n: number): number => 0x100 + (n % canIds) * 8
const hex = (value: number): string => `'0x${value.toString(16).toUpperCase()}'`

interface BenchRule {
  readonly kind: 'detection' | 'correlation'
  readonly text: string
}

/** By service, the number of rules and the lines of the one with a number. */
const kinds: readonly (readonly [service: string, count: number, lines: (n: number) => string])[] = [
  ['can', 80, (n) => `signal.Message${n % canIds}.Signal${n % 4}|gt: ${70_000 + n}`],
  ['can', 40, (n) => `id: ${hex(idOf(n))}\n    data|startswith: 'FFFF${n + 10}'`],
  ['can', 30, (n) => `id: ${hex(0x600 + n)}`],
  ['can', 20, (n) => `uds.service: ${hex(0x10 + n)}\n    uds.kind: request`],
  ['can', 10, (n) => `j1939.pgn: ${61_440 + n}\n    j1939.sa: ${n}`],
  ['syslog', 120, (n) => `app_name: service${n}\n    message|contains: 'refused ${n}'`],
  ['ids-can', 40, (n) => `event_id: ${hex(0x8100 + n)}`],
  ['ids-host', 30, (n) => `detail.process: daemon${n}`],
  ['position', 25, (n) => `speed_kph|gt: ${300 + n}`],
  ['position', 15, (n) => `model: model${n}\n    lat|gt: ${60 + n}`],
  ['telemetry', 40, (n) => `Vehicle.Bench.Signal${n % 20}|gt: ${2_000 + n}`],
]

function detection(service: string, lines: string, n: number): BenchRule {
  const text = `title: ${service} rule ${n}
name: ${service}_rule_${n}
logsource: {product: vehicle, service: ${service}}
detection:
  selection:
    ${lines}
  condition: selection
`
  return { kind: 'detection', text }
}

/** Counts what one of the first rules finds. */
function correlation(service: string, base: number, n: number): BenchRule {
  const text = `title: Many of ${service} rule ${base}
correlation:
  type: event_count
  rules: [${service}_rule_${base}]
  group-by: [vehicle]
  timespan: 10m
  condition: {gte: ${5 + (n % 10)}}
`
  return { kind: 'correlation', text }
}

function allRules(): BenchRule[] {
  const numbers = new Map<string, number>()
  const detections = kinds.flatMap(([service, count, lines]) =>
    Array.from({ length: count }, (_, n) => {
      const number = numbers.get(service) ?? 0
      numbers.set(service, number + 1)
      return detection(service, lines(n), number)
    }),
  )
  const services = ['can', 'syslog', 'position', 'telemetry', 'ids-can'] as const
  const correlations = Array.from({ length: ruleCount - detections.length }, (_, n) =>
    correlation(services[n % services.length]!, Math.floor(n / services.length), n),
  )
  return [...detections, ...correlations]
}

/** A database with four signals of 16 bits for each id of the measured traffic. */
function database(): string {
  const messages = Array.from({ length: canIds }, (_, n) => {
    const signals = [0, 1, 2, 3].map((s) => ` SG_ Signal${s} : ${s * 16}|16@1+ (1,0) [0|65535] "" Vector__XXX`)
    return `BO_ ${idOf(n)} Message${n}: 8 Vector__XXX\n${signals.join('\n')}\n`
  })
  return `VERSION ""\nBU_:\n${messages.join('\n')}`
}

/** Stores the rules, not enabled yet, and assigns the database to all buses. */
export async function storeRules(sql: Sql, organisation: string): Promise<void> {
  for (const { kind, text } of allRules()) {
    const title = /^title: (.*)$/m.exec(text)![1]!
    const [row] = await sql<{ uuid: string }[]>`INSERT INTO rules (org_uuid, kind, title, severity, tags, state)
      VALUES (${organisation}, ${kind}, ${title}, 2, '{}', 'DISABLED') RETURNING uuid`
    await sql`INSERT INTO rule_versions (org_uuid, rule_uuid, version, text, author)
      VALUES (${organisation}, ${row!.uuid}, 1, ${text}, 'benchmark')`
  }
  const [dbc] = await sql<{ uuid: string }[]>`INSERT INTO dbcs (org_uuid, name) VALUES (${organisation}, 'benchmark')
    RETURNING uuid`
  const [version] = await sql<
    { uuid: string }[]
  >`INSERT INTO dbc_versions (org_uuid, dbc_uuid, version, file_name, text,
      sha256, messages, signals, uploaded_by)
    VALUES (${organisation}, ${dbc!.uuid}, 1, 'benchmark.dbc', ${database()}, '', ${canIds}, ${canIds * 4}, 'benchmark')
    RETURNING uuid`
  await sql`INSERT INTO dbc_assignments (org_uuid, model, bus, version_uuid, assigned_by)
    VALUES (${organisation}, '', '', ${version!.uuid}, 'benchmark')`
}

/** Enables or disables all of them; in effect after `effectMs` at the first events. */
export async function setRules(sql: Sql, organisation: string, isEnabled: boolean): Promise<void> {
  await sql`UPDATE rules SET state = ${isEnabled ? 'ENABLED' : 'DISABLED'}, enabled_version = ${isEnabled ? 1 : null}
    WHERE org_uuid = ${organisation}`
  await sql`INSERT INTO rule_settings (org_uuid, revision) VALUES (${organisation}, 1)
    ON CONFLICT (org_uuid) DO UPDATE SET revision = rule_settings.revision + 1`
}

/** Longer than ingest uses settings without reading them again, ms. */
export const effectMs = 6_000
