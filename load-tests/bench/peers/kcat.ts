import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rows in a transaction: the batch size of our own pipeline. */
const rowsABatch = 20_000

/**
 * How the lines of a topic become rows: the maximum number of rows in a line, and the statements of each transaction
 * after its COPY.
 */
export interface Conversion {
  readonly rowsALine: number
  readonly statements: readonly string[]
  /** Whether a transaction also stores in `places` the next offset of each partition. */
  readonly notesPlaces?: boolean
}

/** A vehicle's id is looked up, as in our pipeline; the time of arrival is the transaction's. */
export const conversions: Readonly<Record<'positions' | 'can_frames', Conversion>> = {
  positions: {
    rowsALine: 1,
    statements: [
      `
      INSERT INTO positions (ts, org_id, vehicle_id, received_at, lat, lon, speed_kph, heading_deg)
      SELECT to_timestamp((line->>'ts')::float8 / 1000), v.org_id, v.id, now(), (line->>'lat')::float8,
        (line->>'lon')::float8, (line->>'speed_kph')::real, (line->>'heading_deg')::real
      FROM stage JOIN vehicles v ON v.vin = line->>'vehicle';`,
    ],
  },
  can_frames: {
    rowsALine: 100,
    statements: [
      `
      INSERT INTO can_frames (ts, org_id, vehicle_id, received_at, bus, arbitration_id, flags, data)
      SELECT to_timestamp((line->>'ts')::float8 / 1000 + (frame->>0)::float8 / 1e6), v.org_id, v.id, now(),
        line->>'bus', (frame->>1)::int, 0, decode(frame->>2, 'hex')
      FROM stage JOIN vehicles v ON v.vin = line->>'vehicle', LATERAL jsonb_array_elements(line->'frames') frame;`,
    ],
  },
}

/** The minimum that a live map needs in addition to the rows: the current position of each vehicle. */
export const withLatest: Conversion = {
  rowsALine: 1,
  statements: [
    ...conversions.positions.statements,
    `
    INSERT INTO latest SELECT DISTINCT ON (v.id) v.id, to_timestamp((line->>'ts')::float8 / 1000),
      (line->>'lat')::float8, (line->>'lon')::float8
    FROM stage JOIN vehicles v ON v.vin = line->>'vehicle' ORDER BY v.id, (line->>'ts')::float8 DESC
    ON CONFLICT (vehicle_id) DO UPDATE SET ts = excluded.ts, lat = excluded.lat, lon = excluded.lon
    WHERE latest.ts <= excluded.ts;`,
  ],
}

/** The same conversion, with its offset in the topic stored as durably as the rows. */
export function remembering(conversion: Conversion): Conversion {
  return { ...conversion, notesPlaces: true }
}

/**
 * Copies a topic from its beginning to its end into the database with standard Unix tools: kcat writes the values, awk
 * puts transactions around them, one psql session copies each into a temporary table and converts it to rows there.
 * Without stored offsets the progress is lost after a failure: it would start again, or store rows twice.
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
 * The awk script. Offsets are stored between two records; the partition and offset precede each record. A record may
 * have many lines.
 */
function transactions({ rowsALine, statements, notesPlaces = false }: Conversion): string {
  const full = rowsABatch / rowsALine
  return [
    'function begin() { print "BEGIN;"; print "COPY stage FROM STDIN;"; lines = 0 }',
    'function commit(  values, p) {',
    String.raw`  print "\\."`,
    `  print ${JSON.stringify(statements.join(' ').replaceAll(/\s+/g, ' '))}`,
    '  for (p in next_of) values = values (values == "" ? "" : ", ") "(" p ", " next_of[p] ")"',
    '  if (values != "") print "INSERT INTO places VALUES " values " ON CONFLICT (partition) DO UPDATE SET next ' +
      '= excluded.next;"',
    '  print "COMMIT;" }',
    'BEGIN { print "CREATE TEMP TABLE stage (line jsonb) ON COMMIT DELETE ROWS;"; begin() }',
    ...(notesPlaces ? [`/^[0-9]/ { if (lines >= ${full}) { commit(); begin() } next_of[$1] = $2 + 1; next }`] : []),
    String.raw`{ gsub(/\\/, "\\\\\\\\"); print; lines++ }`, // COPY's text format has its own escapes
    ...(notesPlaces ? [] : [`lines == ${full} { commit(); begin() }`]),
    'END { commit() }\n',
  ].join('\n')
}
