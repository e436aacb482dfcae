import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomFrom } from '../fleet/random.ts'
import { fixAt } from '../fleet/vehicles/state.ts'
import type { Vehicle } from '../fleet/vehicles/vehicles.ts'

const columns = 'ts, org_id, vehicle_id, received_at, lat, lon, speed_kph, heading_deg, altitude_m, hdop'
const hourMs = 3_600_000

export interface Drives {
  readonly vehicles: readonly { readonly vehicle: Vehicle; readonly id: number }[]
  readonly orgId: number
  /** The first second, epoch ms. */
  readonly from: number
  readonly hours: number
}

/**
 * Copies the vehicles' reports of each second into `positions` with psql, an hour in each transaction, in order of
 * arrival. Returns the number of rows.
 */
export async function copyDrives(
  databaseUrl: string,
  drives: Drives,
  reportHour: (hour: number) => void,
): Promise<number> {
  const random = randomFrom(6)
  for (let hour = 0; hour < drives.hours; hour++) {
    const psql = spawn(
      'psql',
      [databaseUrl, '-v', 'ON_ERROR_STOP=1', '-q', '-c', `\\copy positions (${columns}) FROM STDIN`],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    )
    const ended = once(psql, 'exit')
    await pipeline(Readable.from(seconds(drives, drives.from + hour * hourMs, random)), psql.stdin)
    if ((await ended)[0] !== 0) throw new Error('psql could not copy the rows')
    reportHour(hour + 1)
  }
  return drives.vehicles.length * drives.hours * 3_600
}

/**
 * The fleet simulator's drives on synthetic streets, plus effects that its slow waves omit: a receiver's white noise of
 * about 20 cm, an inaccurate clock, network delay.
 */
function* seconds({ vehicles, orgId }: Drives, from: number, random: () => number): Generator<string> {
  for (let second = 0; second < 3_600; second++) {
    let lines = ''
    for (const { vehicle, id } of vehicles) {
      const ts = from + second * 1_000 + (vehicle.index % 1_000) + Math.floor(random() * 10)
      const received = ts + 40 + Math.floor(random() * random() * 400)
      const { lat, lon, speed, headingDeg, altitude, hdop } = fixAt(vehicle, ts)
      const place = `${noisy(lat, random).toFixed(7)}\t${noisy(lon, random).toFixed(7)}`
      const motion = `${(speed * 3.6).toFixed(2)}\t${headingDeg.toFixed(1)}`
      const quality = `${altitude.toFixed(1)}\t${hdop.toFixed(2)}`
      const times = [ts, received].map((ms) => new Date(ms).toISOString())
      lines += `${times[0]}\t${orgId}\t${id}\t${times[1]}\t${place}\t${motion}\t${quality}\n`
    }
    yield lines
  }
}

/** Approximately a normal distribution with 2e-6 degrees, about 20 cm. */
const noisy = (degrees: number, random: () => number) => degrees + (random() + random() + random() - 1.5) * 4e-6
