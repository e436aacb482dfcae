import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'

const program = resolve(import.meta.dirname, '../../../load-tests/fleet/main.ts')
/** With as many vehicles, one drives at any time of the day; only vehicles that drive are attacked. */
const vehicles = 8
const models = ['EQX-24', 'Halo 7', 'Tern Van', 'Hauler T9']
const retryMs = 5_000

/** The simulated fleet: eight vehicles with CAN, sending to an ingest until the file's tests are over. */
export async function startFleet(ingest: { readonly port: number }, key: string) {
  const size = ['--vehicles', `${vehicles}`, '--can-vehicles', `${vehicles}`]
  const target = ['--ingest-url', `http://127.0.0.1:${ingest.port}`, '--key', key, '--syslog-port', '0']
  const child = fork(program, [...size, ...target, '--attacks', 'off', '--learning', '0s'], { silent: true })
  const ended = once(child, 'close')
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const lines: string[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  let read = 0

  /** The next line that the fleet writes about the attack; undefined if it ended. */
  async function nextLine(): Promise<string | undefined> {
    while (read === lines.length) {
      if (child.exitCode !== null) return undefined
      await setTimeout(50)
    }
    return lines[read++]
  }

  /** The VIN of the vehicle on which a requested attack begins; undefined if no vehicle of the model drives. */
  async function attackOn(model: string, attack: string): Promise<string | undefined> {
    child.send({ attack, model })
    for (;;) {
      const line = await nextLine()
      if (line === undefined) throw new Error(`the fleet ended: ${lines.join('\n')}`)
      const [, vin] = /attack \S+ on (\S+)$/.exec(line) ?? []
      if (vin !== undefined) return vin
      if (line.includes('for the requested attack')) return undefined
    }
  }

  return {
    /** Attacks a vehicle that drives; returns its VIN when the attack begins. */
    async attack(kind: string): Promise<string> {
      for (;;) {
        for (const model of models) {
          const vin = await attackOn(model, kind)
          if (vin !== undefined) return vin
        }
        await setTimeout(retryMs)
      }
    },
  }
}
