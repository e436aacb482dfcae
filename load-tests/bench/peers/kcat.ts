import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rows a transaction: what our own pipeline takes at once. */
const rowsABatch = 20_000

/**
 * How the lines of a topic become rows: what a line holds at most, and the statements of each transaction after its
 * COPY.
 */
export interface Conversion {
  readonly rowsALine: number
  readonly statements: readonly string[]
  /** Whether a transaction also notes in `places` what of each partition comes next. */
  readonly notesPlaces?: boolean
}

/** A vehicle's id is looked up, as in ours; the time of arrival is the transaction's. */
export const conversions: Readonly<Record<'positions' | 'can_frames', Conversion>> = {
  positions: {
    rowsALine: 1,
    statements: [
      `
      INSERT INTO positions (ts, org_id, vehicle_id, received_at, lat, lon, speed_kph, heading_deg)
      SELECT to_timestamp((line->>'ts')::float8 / 1000), v.org_id, v.id, now(), (line->>'lat')::float8, (line->>'lon')::float8, (line->>'speed_kph')::real, (line->>'heading_deg')::real
      FROM stage JOIN vehicles v ON v.vin = line->>'vehicle';`,
    ],
  },
  can_frames: {
    rowsALine: 100,
    statements: [
      `
      INSERT INTO can_frames (ts, org_id, vehicle_id, received_at, bus, arbitration_id, flags, data)
      SELECT to_timestamp((line->>'ts')::float8 / 1000 + (frame->>0)::float8 / 1e6), v.org_id, v.id, now(), line->>'bus', (frame->>1)::int, 0, decode(frame->>2, 'hex')
      FROM stage JOIN vehicles v ON v.vin = line->>'vehicle', LATERAL jsonb_array_elements(line->'frames') frame;`,
    ],
  },
}

/** The least that a live map needs beside the rows: where each vehicle is now. */
export const withLatest: Conversion = {
  rowsALine: 1,
  statements: [
    ...conversions.positions.statements,
    `
    INSERT INTO latest SELECT DISTINCT ON (v.id) v.id, to_timestamp((line->>'ts')::float8 / 1000), (line->>'lat')::float8, (line->>'lon')::float8
    FROM stage JOIN vehicles v ON v.vin = line->>'vehicle' ORDER BY v.id, (line->>'ts')::float8 DESC
    ON CONFLICT (vehicle_id) DO UPDATE SET ts = excluded.ts, lat = excluded.lat, lon = excluded.lon WHERE latest.ts <= excluded.ts;`,
  ],
}

/** The same, with its place in the topic kept as durably as the rows. */
export function remembering(conversion: Conversion): Conversion {
  return { ...conversion, notesPlaces: true }
}

/**
 * Reads a topic from its beginning to its end into the database with what a Unix machine has: kcat writes the values,
 * awk puts transactions around them, one psql session copies each into a temporary table and makes rows of it there.
 * Unless it notes its places, nothing remembers how far it came: after a failure it would begin anew, or double.
 */
export async function copyFromTopic(
  brokers: string,
  topic: string,
  databaseUrl: string,
  folder: string,
  conversion: Conversion,
): Promise<void> {
  const script = join(folder, 'transactions.awk')
  writeFileSync(script, transactions(conversion))
  const format = conversion.notesPlaces ? String.raw`%p %o\n%s\n` : String.raw`%s\n`
  const kcat = `kcat -C -q -e -b ${brokers} -t ${topic} -o beginning -X fetch.wait.max.ms=10 -f '${format}'`
  const child = spawn('sh', ['-c', `${kcat} | awk -f ${script} | psql '${databaseUrl}' -q -v ON_ERROR_STOP=1`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`kcat and psql ended with status ${status}`)
}

/**
 * Places are noted between two records, before each of which stands its partition and offset; a record may have many
 * lines.
 */
function transactions({ rowsALine, statements, notesPlaces = false }: Conversion): string {
  const full = rowsABatch / rowsALine
  return [
    'function begin() { print "BEGIN;"; print "COPY stage FROM STDIN;"; lines = 0 }',
    String.raw`function commit(  values, p) { print "\\."; print ${JSON.stringify(statements.join(' ').replaceAll(/\s+/g, ' '))}`,
    '  for (p in next_of) values = values (values == "" ? "" : ", ") "(" p ", " next_of[p] ")"',
    '  if (values != "") print "INSERT INTO places VALUES " values " ON CONFLICT (partition) DO UPDATE SET next ' +
      '= excluded.next;"',
    '  print "COMMIT;" }',
    'BEGIN { print "CREATE TEMP TABLE stage (line jsonb) ON COMMIT DELETE ROWS;"; begin() }',
    ...(notesPlaces ? [`/^[0-9]/ { if (lines >= ${full}) { commit(); begin() } next_of[$1] = $2 + 1; next }`] : []),
    String.raw`{ gsub(/\\/, "\\\\\\\\"); print; lines++ }`, // COPY's text format has escapes of its own
    ...(notesPlaces ? [] : [`lines == ${full} { commit(); begin() }`]),
    'END { commit() }\n',
  ].join('\n')
}
